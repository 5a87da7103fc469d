import { EngineError } from "../errors.ts";

/**
 * Checks that a strategy has `decide`, so that a trader given in its place is refused in words.
 *
 * @throws EngineError STRATEGY_INVALID
 */
export function requireDecide(strategy: unknown, caller: string, forTraders: string): void {
  const given = strategy as { readonly decide?: unknown; readonly onCandle?: unknown } | null;
  if (typeof given?.decide === "function") return;
  const hint =
    typeof given?.onCandle === "function"
      ? `found a trader, which answers candles with orders; use ${forTraders}`
      : `found ${given === null ? "null" : typeof given}`;
  throw new EngineError(
    "STRATEGY_INVALID",
    `${caller}: expected a strategy with a decide function, ${hint}.`,
  );
}
