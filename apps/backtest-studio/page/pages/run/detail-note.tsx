/** Counts of the finer candles of a run. */

import type { BacktestResult } from "@bourse/contract/backtest";

import { count } from "../../model/numbers.ts";

export function DetailNote({ detail }: { readonly detail: BacktestResult["detail"] }) {
  if (detail === undefined) return null;
  return (
    <p class="hint">
      Detail: {count(detail.candles)} candles simulated by their finer ones, {count(detail.missing)}{" "}
      without a whole detail as they are.
    </p>
  );
}
