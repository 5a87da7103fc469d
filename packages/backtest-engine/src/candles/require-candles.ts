import { objectOf, wholeNumber, type ArgumentRule } from "@bourse/kernel";

import { EngineError } from "../errors.ts";
import { anyColumn, isColumn } from "../require-arguments.ts";
import type { Candles } from "./candles.ts";

const COLUMNS = ["time", "open", "high", "low", "close", "volume"] as const;

/**
 * Checks that a value given as candles is an object of columns, so that what callers from JavaScript mistake for it is
 * named. `caller` is the function that was called.
 *
 * @throws EngineError CANDLES_INVALID
 */
export function requireCandles(candles: unknown, caller: string): asserts candles is Candles {
  const found = readMistake(candles);
  if (found === undefined) return;
  throw new EngineError(
    "CANDLES_INVALID",
    `${caller}: expected candles, an object of the columns ${COLUMNS.join(", ")} (Float64Array) and their length, found ${found}.`,
    { details: { count: 1, rows: [] } },
  );
}

/** Accepts an object of a length and the columns named: what a call that reads no others needs of candles. */
export function candlesWith(...columns: readonly (keyof Candles)[]): ArgumentRule {
  const rules = Object.fromEntries(columns.map((name) => [name, anyColumn]));
  return objectOf({ length: wholeNumber({ min: 0 }), ...rules });
}

function readMistake(given: unknown): string | undefined {
  try {
    return mistakeOf(given);
  } catch {
    return "an object that throws when it is read";
  }
}

function mistakeOf(given: unknown): string | undefined {
  if (Array.isArray(given)) return "an array; read rows with candlesFromRows(rows).candles";
  if (typeof given !== "object" || given === null)
    return given === undefined ? "nothing" : typeOf(given);
  const candles = given as Readonly<Record<string, unknown>>;
  const { length } = candles;
  if (typeof length === "number") {
    const names = candles["turnover"] === undefined ? COLUMNS : [...COLUMNS, "turnover"];
    const missing = names.find((name) => !isColumn(candles[name]));
    if (missing !== undefined) return `an object whose ${missing} is no Float64Array`;
    const isLength = Number.isSafeInteger(length) && length >= 0;
    if (!isLength) return `an object whose length is ${length}`;
    const short = names.find((name) => (candles[name] as Float64Array).length < length);
    return short && `an object of ${length} candles whose ${short} is shorter`;
  }
  return typeof candles["candles"] === "object"
    ? "what a reader returns; give its candles"
    : "an object without a length";
}

function typeOf(given: unknown): string {
  return given === null ? "null" : `a ${typeof given}`;
}

/**
 * Checks that a value given as markets is an object of candles by symbol.
 *
 * @throws EngineError CANDLES_INVALID
 */
export function requireMarkets(
  markets: unknown,
  caller: string,
): asserts markets is Readonly<Record<string, Candles>> {
  const found = marketsMistake(markets);
  if (found !== undefined) {
    throw new EngineError(
      "CANDLES_INVALID",
      `${caller}: expected an object of candles by symbol, found ${found}.`,
      { details: { count: 1, rows: [] } },
    );
  }
  for (const [symbol, candles] of Object.entries(markets as object)) {
    requireCandles(candles, `${caller}: market ${symbol}`);
  }
}

function marketsMistake(markets: unknown): string | undefined {
  if (typeof markets !== "object" || markets === null) return typeOf(markets);
  if (Array.isArray(markets)) return "an array";
  try {
    Object.entries(markets);
    return undefined;
  } catch {
    return "an object that throws when it is read";
  }
}
