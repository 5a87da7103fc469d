/** The beginning of a search: ranges and windows that make sense, the number of its runs and their time. */

import type { ListedJob, Strategy, StrategyParameter } from "@bourse/contract/backtest";
import { duration } from "@bourse/ui/format";
import { count } from "@bourse/ui/numeral";

import type { FormTexts } from "./form-values.ts";
import type { RunKind } from "./request-form.ts";

/** Candles of a run that names no number and no start, as the contract says. */
const CANDLES = 1000;
/** Parameters that a search varies at first, and the values of each. */
const VARIED = 2;
const VALUES = 5;

/** The texts that change with the kind of run: a search gets ranges and windows, a run loses them. */
export function textsOfKind(
  kind: RunKind,
  { parameters }: Strategy,
  texts: FormTexts,
): Record<string, string | undefined> {
  const isSeveral = (text: string | undefined): boolean => /,|\.\./u.test(text ?? "");
  const names = Object.keys(texts).filter((name) => /^[op]\./u.test(name));
  if (kind === "backtest") {
    const several = names.filter((name) => isSeveral(texts[name]));
    return { kind: undefined, ...Object.fromEntries(several.map((name) => [name, undefined])) };
  }
  const ranges = names.some((name) => isSeveral(texts[name])) ? {} : rangesOf(parameters, texts);
  return { kind, ...ranges, ...(kind === "walk_forward" && windowsOf(texts)) };
}

/** Ranges around the values of the first numbers among the parameters. */
function rangesOf(
  parameters: readonly StrategyParameter[],
  texts: FormTexts,
): Record<string, string> {
  const ranges = parameters.flatMap((parameter) => {
    const name = `p.${parameter.name}`;
    const range = rangeAround(parameter, texts[name]);
    return range === undefined ? [] : [[name, range] as const];
  });
  return Object.fromEntries(ranges.slice(0, VARIED));
}

/** Five values from half of a value to half as much again, within the bounds; undefined for what is no number. */
function rangeAround(
  { type, default: standard, min, max }: StrategyParameter,
  text: string | undefined,
): string | undefined {
  const value = Number(text === undefined || text === "" ? standard : text);
  if ((type !== "integer" && type !== "number") || !Number.isFinite(value) || value === 0) {
    return undefined;
  }
  const isWhole = type === "integer";
  const step = stepOf(Math.abs(value) / (VALUES - 1), isWhole);
  // The value itself is one of those that are tried.
  const below = min === undefined ? 2 : Math.min(2, Math.floor((value - min) / step + 1e-9));
  const above = max === undefined ? 2 : Math.min(2, Math.floor((max - value) / step + 1e-9));
  if (below + above < 1) return undefined;
  const [from, to] = [value - below * step, value + above * step].map(rounded);
  return `${from}..${to}/${step}`;
}

/** A step of one significant digit, not above a size. */
function stepOf(size: number, isWhole: boolean): number {
  const unit = 10 ** Math.floor(Math.log10(size));
  const step = rounded(Math.floor(size / unit + 1e-9) * unit);
  return isWhole ? Math.max(1, Math.floor(step)) : step;
}

function rounded(value: number): number {
  return Number(value.toPrecision(12));
}

/** Windows of which five fit: training on four parts of ten, tests on one. */
function windowsOf(texts: FormTexts): Record<string, string | undefined> {
  if ((texts["train"] ?? "") !== "" || (texts["test"] ?? "") !== "") return {};
  const candles = candlesOf(texts) ?? CANDLES;
  return { train: String(Math.floor(candles * 0.4)), test: String(Math.floor(candles * 0.1)) };
}

/** Candles of a run; undefined where its dates decide that. */
function candlesOf({ limit = "", start = "" }: FormTexts): number | undefined {
  const given = Number(limit);
  if (limit !== "") return Number.isInteger(given) && given > 0 ? given : undefined;
  return start === "" ? CANDLES : undefined;
}

/** Work of a search before it begins. */
export interface Effort {
  readonly combinations: number;
  /** True where rules may refuse some of the combinations. */
  readonly isAtMost: boolean;
  /** Windows of a walk-forward; undefined for a sweep, and where dates decide. */
  readonly windows: number | undefined;
  /** Candles that all runs go through; undefined where dates decide. */
  readonly candles: number | undefined;
}

export function effortOf(kind: RunKind, texts: FormTexts, combinations: number): Effort {
  const candles = candlesOf(texts);
  const isAtMost = (texts["rules"] ?? "") !== "";
  if (kind !== "walk_forward") {
    const whole = candles === undefined ? undefined : candles * combinations;
    return { combinations, isAtMost, windows: undefined, candles: whole };
  }
  const [train, test] = [Number(texts["train"]), Number(texts["test"])];
  const step = Number(texts["step"] ?? "") || test;
  if (candles === undefined || !(train > 0) || !(test > 0) || !(step > 0)) {
    return { combinations, isAtMost, windows: undefined, candles: undefined };
  }
  const windows = Math.max(0, Math.floor((candles - train - test) / step) + 1);
  return { combinations, isAtMost, windows, candles: windows * (train * combinations + test) };
}

/** The effort in words, with the time that it takes by what the newest run of the strategy took. */
export function effortText(effort: Effort, jobs: readonly ListedJob[], strategy: string): string {
  const { combinations, isAtMost, windows, candles } = effort;
  if (!Number.isFinite(combinations)) return "As many combinations as are drawn";
  const number = count(combinations);
  const words = [
    `${number} ${combinations === 1 ? "combination" : "combinations"}${isAtMost ? " at most" : ""}`,
    ...(windows === undefined ? [] : [`${count(windows)} ${windows === 1 ? "window" : "windows"}`]),
  ].join(" in ");
  if (candles === undefined) return words;
  const rate = rateOf(jobs, strategy);
  if (rate === undefined) return `${words}; no run has shown yet how long one takes`;
  return `${words}, about ${timeText(candles * rate)} of one processor`;
}

/** Milliseconds that the newest run of a strategy took for a candle. */
function rateOf(jobs: readonly ListedJob[], strategy: string): number | undefined {
  for (const { job_type: type, result } of jobs) {
    if (type !== "backtest" || result === null || result.strategy !== strategy) continue;
    if (result.candles > 0) return result.elapsed_ms / result.candles;
  }
  return undefined;
}

function timeText(milliseconds: number): string {
  return milliseconds < 1000 ? "a second" : duration(Math.ceil(milliseconds / 1000));
}
