// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

/** Checks of what a simulation of signals is given. */

import { absentOr, anyText, finiteNumber, objectOf, wholeNumber } from "@bourse/kernel";

import type { Candles } from "../candles/candles.ts";
import { EngineError } from "../errors.ts";
import { onlyIf, requireArguments } from "../require-arguments.ts";
import type { Decisions } from "../strategy/strategy.ts";
import type { SimulationRules } from "./options.ts";
import { checkSignalTerms } from "./signal-terms.ts";

/** @throws EngineError STRATEGY_INVALID, OPTIONS_INVALID */
export function checkDecisions(candles: Candles, decisions: Decisions): void {
  requireArguments("simulate", { decisions }, SHAPES);
  const { signals, warmUp } = decisions;
  const isFitting = Number.isSafeInteger(warmUp) && warmUp >= 0;
  if (signals.length === candles.length && isFitting) {
    checkSignalTerms(decisions, candles.length);
    return;
  }
  throw new EngineError(
    "STRATEGY_INVALID",
    `simulate: expected one signal for each of ${candles.length} candles and a warm-up of at least 0, found ${signals.length} signals and a warm-up of ${String(warmUp)}.`,
    { details: { candles: candles.length, signals: signals.length } },
  );
}

const SHAPES = {
  decisions: objectOf({
    signals: onlyIf("a Uint8Array", (value) => value instanceof Uint8Array),
    takeProfit: absentOr(finiteNumber({ above: 0 })),
    stopLoss: absentOr(finiteNumber({ above: 0, below: 1 })),
    warmUp: wholeNumber({ min: 0 }),
    sizeKind: absentOr(anyText),
  }),
};

/** Checks every price at which a signal could be filled. @throws EngineError CANDLES_INVALID */
export function checkPrices(
  { open, close }: Candles,
  warmUp: number,
  rules: SimulationRules,
): void {
  const isNextOpen = rules.fill === "next_open";
  const prices = isNextOpen ? open : close;
  const { length } = prices;
  if (rules.allowNegativePrices === true) {
    const place = prices.findIndex((price, i) => i >= warmUp && !Number.isFinite(price));
    if (place >= 0) throw noPrice(place, prices[place]!, "finite prices");
    return;
  }
  let i = warmUp + Number(isNextOpen);
  // Tests four prices at a time; the loop below finds the invalid one.
  for (; i + 3 < length; i += 4) {
    if (!(prices[i]! > 0 && prices[i + 1]! > 0)) break;
    if (!(prices[i + 2]! > 0 && prices[i + 3]! > 0)) break;
  }
  for (; i < length; i++) if (!(prices[i]! > 0)) throw noPrice(i, prices[i]!);
}

function noPrice(index: number, price: number, expected = "prices above 0"): EngineError {
  return new EngineError(
    "CANDLES_INVALID",
    `simulate: expected ${expected}, found ${price} at candle ${index}; check candles with validateCandles first.`,
    { details: { index } },
  );
}
