/** The figures by which jobs are listed and compared: those of a run, or of the best run of a search. */

import type { Job, ListedJob, RunFigures } from "@bourse/contract/backtest";
import { spaced } from "@bourse/ui";

import { valueText } from "./form-values.ts";
import { intervalName } from "./intervals.ts";
import type { FORMS } from "./numbers.ts";

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
  readonly form: keyof typeof FORMS;
  /** The better end, where there is one. */
  readonly better?: "high" | "low";
  /** True for an amount of money, which is compared within one currency alone. */
  readonly isAmount?: true;
}

/** The figures that runs are compared by. */
export const FIGURES: readonly Figure[] = [
  { label: "Return", value: (run) => run.total_return, form: "gain", better: "high" },
  { label: "Buy and hold", value: (run) => run.buy_hold_return, form: "gain" },
  {
    label: "Return a year",
    value: (run) => run.annual_return,
    form: "gain",
    better: "high",
  },
  {
    label: "Volatility a year",
    value: (run) => run.annual_volatility,
    form: "percent",
    better: "low",
  },
  { label: "Largest drawdown", value: (run) => run.max_drawdown, form: "percent", better: "low" },
  { label: "Sharpe", value: (run) => run.sharpe, form: "ratio", better: "high" },
  { label: "Sortino", value: (run) => run.sortino, form: "ratio", better: "high" },
  { label: "Calmar", value: (run) => run.calmar, form: "ratio", better: "high" },
  { label: "Profit factor", value: (run) => run.profit_factor, form: "ratio", better: "high" },
  { label: "Trades", value: (run) => run.total_trades, form: "count" },
  { label: "Won", value: (run) => run.win_rate, form: "percent", better: "high" },
  { label: "Mean trade", value: (run) => run.avg_return, form: "gain", better: "high" },
  { label: "Exposure", value: (run) => run.exposure, form: "percent" },
  {
    label: "Fees",
    value: (run) => run.fees_paid,
    form: "money",
    better: "low",
    isAmount: true,
  },
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

/** `fast_period 10, slow_period 50`; empty for the strategy's defaults. */
export function parametersText(parameters: unknown): string {
  return Object.entries((parameters ?? {}) as Readonly<Record<string, unknown>>)
    .map(([name, value]) => `${name} ${valueText(value)}`)
    .join(", ");
}

/** `ma crossover on BTCUSDT, 1 hour`. */
export function titleOf(job: ListedJob | Job): string {
  return `${nameOf(job)} on ${symbolOf(job)}, ${intervalName(asked(job, "interval") || "1")}`;
}

/** Name of the strategy of its result, of its request, or the contract's default; a data sync names itself. */
function nameOf(job: ListedJob | Job): string {
  const name = asked(job, "strategy") || asked(job, "strategy_name");
  if (name !== "") return spaced(name);
  return ["backtest", "sweep", "walk_forward"].includes(job.job_type)
    ? spaced(DEFAULT_STRATEGY)
    : kindOf(job.job_type);
}

/** The symbols of a portfolio by their names up to two, of more the first and their number. */
function symbolOf(job: ListedJob | Job): string {
  const symbols = job.payload["symbols"];
  if (!Array.isArray(symbols)) return asked(job, "symbol") || "BTCUSDT";
  const [first = "", ...others] = symbols as readonly string[];
  return others.length < 2
    ? [first, ...others].join(" and ")
    : `${first} and ${others.length} more`;
}

/** Strategy of a request that names none, as the contract says. */
const DEFAULT_STRATEGY = "wavelet_reversal";

/** A field of the result, or else of the request, as text. */
function asked(job: ListedJob | Job, field: string): string {
  const result = job.result as Readonly<Record<string, unknown>> | null;
  const value = result?.[field] ?? job.payload[field];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
