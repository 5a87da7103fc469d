// Rows without a rank are left out before, so `!` only satisfies the type checker.

import { numeral, percent } from "@bourse/kernel/figures";

import type { NotebookView } from "../notebook/notebook.ts";
import { rankedBy, type SweepMetric } from "./sweep-metric.ts";
import type { SweepRow } from "./sweep-row.ts";

/** Parts of a sweep that its view shows. */
interface ShownSweep {
  readonly strategy: string;
  readonly metric: SweepMetric;
  readonly grid: readonly SweepRow[];
  readonly candles: number;
}

/** Rows of a sweep that a notebook shows. */
const SHOWN_ROWS = 20;

/** The best rows by the metric of the sweep, best first. */
export function viewOfSweep({ strategy, metric, grid, candles }: ShownSweep): NotebookView {
  const sign = metric === "maxDrawdown" ? -1 : 1;
  const ranked = grid
    .filter((row) => rankedBy(row, metric) !== null)
    .toSorted((one, other) => sign * (rankedBy(other, metric)! - rankedBy(one, metric)!))
    .slice(0, SHOWN_ROWS);
  const names = Object.keys(ranked[0]?.parameters ?? {});
  return {
    title: `${strategy} · ${grid.length} combinations on ${candles} candles, best by ${metric}`,
    table: [
      [...names, metric, "Total return", "Max drawdown", "Trades"],
      ...ranked.map((row) => [
        ...names.map((name) => String(row.parameters[name])),
        numeral(row[metric]),
        percent(row.totalReturn),
        percent(row.maxDrawdown),
        String(row.totalTrades),
      ]),
    ],
  };
}
