import { EngineError } from "../errors.ts";
import type { AnyStrategy } from "./trader-strategy.ts";

/**
 * Checks that a strategy has `decide` or `createTrader`, so that a trader given in its place is refused in words.
 *
 * @throws EngineError STRATEGY_INVALID
 */
export function requireDecide(
  strategy: unknown,
  caller: string,
  forTraders: string,
): asserts strategy is AnyStrategy {
  const given = strategy as Readonly<
    Partial<Record<"decide" | "createTrader" | "onCandle", unknown>>
  > | null;
  if (typeof given?.decide === "function" || typeof given?.createTrader === "function") return;
  const hint =
    typeof given?.onCandle === "function"
      ? `found a trader, which answers candles with orders; use ${forTraders}, or make a strategy of it by defineTrader`
      : `found ${given === null ? "null" : typeof given}`;
  throw new EngineError(
    "STRATEGY_INVALID",
    `${caller}: expected a strategy with a decide function, ${hint}.`,
  );
}
