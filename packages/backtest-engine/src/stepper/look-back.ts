/** Windows by which a strategy over arrays decides one candle after the other. */

import { EngineError } from "../errors.ts";
import { requireDecide } from "../strategies/require-decide.ts";
import { resolveParameters } from "../strategies/resolve-parameters.ts";
import type { AnyStrategy } from "../strategies/trader-strategy.ts";

/** Most candles that a strategy may declare to look back on. */
const MOST = 100_000;

/** Least number of candles between two places at which windows begin. */
const LEAST_BLOCK = 2048;

/**
 * Number of candles before the last that a strategy's decision depends on, as it declares it for these parameters;
 * undefined for one that declares none.
 *
 * @throws EngineError STRATEGY_INVALID for a look-back that is no whole number from 0 to 100,000; PARAMETERS_INVALID
 */
export function lookBackOf(strategy: AnyStrategy, parameters: unknown = {}): number | undefined {
  requireDecide(strategy, "lookBackOf", "simulateOrders");
  const { lookBack, name } = strategy;
  const found =
    typeof lookBack === "function" ? lookBack(resolveParameters(strategy, parameters)) : lookBack;
  if (found === undefined || (Number.isInteger(found) && found >= 0 && found <= MOST)) return found;
  const fault = `lookBack must be a whole number of candles from 0 to ${MOST}, found ${String(found)}`;
  throw new EngineError("STRATEGY_INVALID", `Strategy ${name}: ${fault}.`, {
    details: { strategy: name, faults: [fault] },
  });
}

/**
 * Index of the first candle of the window that ends at candle `index`. It depends on the two numbers alone, so that
 * whoever decides anew sees the same window. A window has all candles up to twice 2048, or twice the look-back where
 * that is longer, and from then on at least half as many before its last. Where the look-back is exact, the 2048 do not
 * count.
 */
export function windowStart(index: number, lookBack: number, isExact = false): number {
  const block = Math.max(lookBack, isExact ? 1 : LEAST_BLOCK);
  return Math.max(0, Math.floor(index / block) - 1) * block;
}
