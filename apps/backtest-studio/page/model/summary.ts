/** The figures by which jobs are listed and compared: those of a run, or of the best run of a search. */

import type { Job, ListedJob, RunFigures } from "@bourse/contract/backtest";
import { spaced } from "@bourse/ui";

import { INTERVAL_NAMES, SPELLED } from "./intervals.ts";
import { count, money, percent, ratio, signedPercent } from "./numbers.ts";
import { parameterText } from "./request-form.ts";

/** The figures of a job's result; undefined before there is one. */
export function figuresOf({ job_type: type, result }: ListedJob | Job): RunFigures | undefined {
  if (result === null) return undefined;
  if (type === "backtest") return result as unknown as RunFigures;
  if (type === "sweep") return (result as { readonly best: RunFigures | null }).best ?? undefined;
  if (type === "walk_forward") {
    return (result as { readonly out_of_sample: RunFigures }).out_of_sample;
  }
  return undefined;
}

interface Figure {
  readonly label: string;
  readonly value: (figures: RunFigures) => number | null;
  readonly text: (value: number | null) => string;
  /** The better end, where there is one. */
  readonly better?: "high" | "low";
}

/** The figures that runs are compared by. */
export const FIGURES: readonly Figure[] = [
  { label: "Return", value: (run) => run.total_return, text: signedPercent, better: "high" },
  { label: "Buy and hold", value: (run) => run.buy_hold_return, text: signedPercent },
  {
    label: "Return a year",
    value: (run) => run.annual_return,
    text: signedPercent,
    better: "high",
  },
  {
    label: "Volatility a year",
    value: (run) => run.annual_volatility,
    text: percent,
    better: "low",
  },
  { label: "Largest drawdown", value: (run) => run.max_drawdown, text: percent, better: "low" },
  { label: "Sharpe", value: (run) => run.sharpe, text: ratio, better: "high" },
  { label: "Sortino", value: (run) => run.sortino, text: ratio, better: "high" },
  { label: "Calmar", value: (run) => run.calmar, text: ratio, better: "high" },
  { label: "Profit factor", value: (run) => run.profit_factor, text: ratio, better: "high" },
  { label: "Trades", value: (run) => run.total_trades, text: (value) => count(value ?? 0) },
  { label: "Won", value: (run) => run.win_rate, text: percent, better: "high" },
  { label: "Mean trade", value: (run) => run.avg_return, text: signedPercent, better: "high" },
  { label: "Exposure", value: (run) => run.exposure, text: percent },
  { label: "Fees", value: (run) => run.fees_paid, text: money, better: "low" },
];

/** Names of the kinds of jobs. */
export function kindOf(type: string): string {
  return KINDS[type] ?? type;
}

const KINDS: Readonly<Record<string, string>> = {
  backtest: "run",
  sweep: "sweep",
  walk_forward: "walk-forward",
  data_sync: "data sync",
  signal: "signal",
};

/** A field of the request as text. */
function asked(job: ListedJob | Job, field: string): string {
  const value = job.payload[field];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** `fast_period 10, slow_period 50`; empty for the strategy's defaults. */
export function parametersText(parameters: unknown): string {
  return Object.entries((parameters ?? {}) as Readonly<Record<string, unknown>>)
    .map(([name, value]) => `${name} ${parameterText(value)}`)
    .join(", ");
}

/** `ma crossover on BTCUSDT, 1 hour`. */
export function titleOf(job: ListedJob | Job): string {
  const name = asked(job, "strategy") || kindOf(job.job_type);
  return `${spaced(name)} on ${asked(job, "symbol")}, ${intervalName(asked(job, "interval"))}`;
}

/** The name of a candle's length; the length itself where it has none. */
function intervalName(interval: string): string {
  return (
    INTERVAL_NAMES.find(([value]) => value === (SPELLED[interval] ?? interval))?.[1] ?? interval
  );
}
