import { objectOf } from "@bourse/kernel";

import { EngineError } from "../errors.ts";
import { requireStrategy } from "./require-strategy.ts";
import type { AnyStrategy } from "./trader-strategy.ts";

const anyObject = objectOf({});

/**
 * Checks that a strategy has `decide` or `createTrader`, so that a trader given in its place is refused in words, and
 * that its parts are of their kinds.
 *
 * @throws EngineError STRATEGY_INVALID
 */
export function requireDecide(
  strategy: unknown,
  caller: string,
  forTraders: string,
): asserts strategy is AnyStrategy {
  requireStrategy(strategy, caller, anyObject);
  const { decide, createTrader, onCandle } = strategy as Readonly<
    Partial<Record<"decide" | "createTrader" | "onCandle", unknown>>
  >;
  if (typeof decide !== "function" && typeof createTrader !== "function") {
    const hint =
      typeof onCandle === "function"
        ? `found a trader, which answers candles with orders; use ${forTraders}, or make a strategy of it by defineTrader`
        : "found an object";
    throw new EngineError(
      "STRATEGY_INVALID",
      `${caller}: expected a strategy with a decide function, ${hint}.`,
    );
  }
  requireStrategy(strategy, caller);
}
