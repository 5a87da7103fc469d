import { EngineError } from "../errors.ts";
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
  if (typeof candles["length"] === "number") {
    const missing = COLUMNS.find((name) => kindOf(candles[name]) !== "Float64Array");
    if (missing !== undefined) return `an object whose ${missing} is no Float64Array`;
    const { turnover } = candles;
    const hasTurnover = turnover === undefined || kindOf(turnover) === "Float64Array";
    return hasTurnover ? undefined : "an object whose turnover is no Float64Array";
  }
  return typeof candles["candles"] === "object"
    ? "what a reader returns; give its candles"
    : "an object without a length";
}

function typeOf(given: unknown): string {
  return given === null ? "null" : `a ${typeof given}`;
}

/** Name of the kind of a typed array, of whichever realm; undefined for others. */
function kindOf(column: unknown): unknown {
  return ArrayBuffer.isView(column) ? (column as Float64Array)[Symbol.toStringTag] : undefined;
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
  if (typeof markets !== "object" || markets === null || Array.isArray(markets)) {
    throw new EngineError(
      "CANDLES_INVALID",
      `${caller}: expected an object of candles by symbol, found ${Array.isArray(markets) ? "an array" : typeOf(markets)}.`,
      { details: { count: 1, rows: [] } },
    );
  }
  for (const [symbol, candles] of Object.entries(markets)) {
    requireCandles(candles, `${caller}: market ${symbol}`);
  }
}
