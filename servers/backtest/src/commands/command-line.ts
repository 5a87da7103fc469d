/** The arguments of a command, checked before anything is done. */

import { parseArgs, type ParseArgsConfig } from "node:util";

import type { BacktestOptions, ParameterValue } from "@bourse/backtest-engine";
import { parseTimestamp } from "@bourse/backtest-engine/data";
import type { NumberRange, ParameterRange } from "@bourse/backtest-engine/research";
import { didYouMean } from "@bourse/kernel";

/** Wrong usage of a command: exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

const TEXT = { type: "string" } as const;
const FLAG = { type: "boolean" } as const;

/** Flags that select the candles. */
export const CANDLE_FLAGS = {
  symbol: TEXT,
  interval: TEXT,
  limit: TEXT,
  from: TEXT,
  to: TEXT,
  exchange: TEXT,
  csv: TEXT,
} as const;

/** Flags that select the run over the candles. */
export const RUN_FLAGS = {
  strategy: TEXT,
  set: { type: "string", multiple: true },
  capital: TEXT,
  fee: TEXT,
  slippage: TEXT,
  direction: TEXT,
  fill: TEXT,
  "take-profit": TEXT,
  "stop-loss": TEXT,
  size: TEXT,
  "trading-days": TEXT,
} as const;

/** Flags that select the search. */
export const SWEEP_FLAGS = {
  metric: TEXT,
  random: TEXT,
  seed: TEXT,
  threads: TEXT,
  top: TEXT,
  "max-combinations": TEXT,
} as const;

export const JSON_FLAG = { json: FLAG } as const;

/** The values of the flags by name. */
export type Flags = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

export interface CommandLine {
  readonly flags: Flags;
  readonly positionals: readonly string[];
}

/** @throws UsageError for a flag that the command does not have, or one without its value */
export function readCommandLine(
  args: readonly string[],
  options: NonNullable<ParseArgsConfig["options"]>,
): CommandLine {
  const known = Object.keys(options).map((name) => `--${name}`);
  const unknown = args.find(
    (word) => word.startsWith("--") && !known.includes(word.split("=")[0]!),
  );
  if (unknown !== undefined) {
    throw new UsageError(
      `There is no option ${unknown.split("=")[0]!}.${didYouMean(unknown.split("=")[0]!, known)}`,
    );
  }
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    return { flags: values as Flags, positionals };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

export function textFlag(flags: Flags, name: string): string | undefined {
  const value = flags[name];
  return typeof value === "string" ? value : undefined;
}

/** @throws UsageError when it is not a finite number */
function numberFlag(flags: Flags, name: string): number | undefined {
  const text = textFlag(flags, name);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() !== "" && Number.isFinite(value)) return value;
  throw new UsageError(`--${name} must be a number, found ${JSON.stringify(text)}.`);
}

/** @throws UsageError when it is not a whole number within the bounds */
export function wholeFlag(
  flags: Flags,
  name: string,
  [least, most]: readonly [least: number, most: number],
): number | undefined {
  const value = numberFlag(flags, name);
  if (value === undefined) return undefined;
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new UsageError(
    `--${name} must be a whole number from ${least} to ${most}, found ${value}.`,
  );
}

/** A distance, or null for `none`. @throws UsageError when it is neither */
function distanceFlag(flags: Flags, name: string): number | null | undefined {
  return textFlag(flags, name) === "none" ? null : numberFlag(flags, name);
}

/** Milliseconds UTC of an ISO 8601 date or time (UTC without a zone), or of digits. @throws UsageError */
export function timeFlag(flags: Flags, name: string): number | undefined {
  const text = textFlag(flags, name);
  if (text === undefined) return undefined;
  const time = parseTimestamp(text);
  if (time === time) return time; // NaN alone differs from itself
  throw new UsageError(
    `--${name} must be a date or time of ISO 8601 (2024-01-31, 2024-01-31T08:00Z; UTC without a zone) or milliseconds since 1970, found ${JSON.stringify(text)}.`,
  );
}

/**
 * Parses the values to try of each parameter: `--set fast_period=5..20/5 --set ma_type=sma,ema`.
 *
 * @throws UsageError
 */
export function parameterRanges(flags: Flags): Record<string, ParameterRange> {
  const ranges: Record<string, ParameterRange> = {};
  for (const word of (flags["set"] as readonly string[] | undefined) ?? []) {
    const [, name, text] = /^([a-z][a-z0-9_]*)=(.+)$/su.exec(word) ?? [];
    if (name === undefined || text === undefined) {
      throw new UsageError(`--set takes name=value, found ${JSON.stringify(word)}.`);
    }
    ranges[name] = rangeOf(text);
  }
  return ranges;
}

/** The parameters of one run. @throws UsageError for a list or a range: those are for a sweep */
export function parameters(flags: Flags): Record<string, ParameterValue> {
  return Object.fromEntries(
    Object.entries(parameterRanges(flags)).map(([name, range]) => {
      if (typeof range !== "object") return [name, range];
      throw new UsageError(`--set ${name} holds several values: use the command sweep for that.`);
    }),
  );
}

function rangeOf(text: string): ParameterRange {
  const range = /^(-?[\d.]+)\.\.(-?[\d.]+)(?:\/([\d.]+))?$/u.exec(text);
  if (range !== null) {
    const [, from, to, step] = range;
    const ends: NumberRange = { from: Number(from), to: Number(to) };
    return step === undefined ? ends : { ...ends, step: Number(step) };
  }
  const values = text.split(",").map(valueOf);
  return values.length === 1 ? values[0]! : values;
}

function valueOf(text: string): ParameterValue {
  if (text === "true" || text === "false") return text === "true";
  return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
}

/** The rules of a run; the engine checks their values. */
export function runOptions(flags: Flags): BacktestOptions {
  const given = {
    strategy: textFlag(flags, "strategy"),
    initialCapital: numberFlag(flags, "capital"),
    fee: numberFlag(flags, "fee") ?? DEFAULT_FEE,
    slippage: numberFlag(flags, "slippage"),
    direction: textFlag(flags, "direction"),
    fill: textFlag(flags, "fill"),
    takeProfit: distanceFlag(flags, "take-profit"),
    stopLoss: distanceFlag(flags, "stop-loss"),
    positionSize: numberFlag(flags, "size"),
    daysPerYear: numberFlag(flags, "trading-days"),
  };
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set) as BacktestOptions;
}

/** Names of the engine's options as flags, for the sentences of its errors. */
const FLAG_OF: Readonly<Record<string, string>> = {
  initialCapital: "--capital",
  fee: "--fee",
  slippage: "--slippage",
  direction: "--direction",
  fill: "--fill",
  takeProfit: "--take-profit",
  stopLoss: "--stop-loss",
  positionSize: "--size",
  daysPerYear: "--trading-days",
  maxCombinations: "--max-combinations",
};

/**
 * An error's message in the words of a terminal: flags for the engine's names of options, and neither its functions nor
 * the values that no flag can have.
 */
export function inFlags(message: string): string {
  return message
    .replace(/^(?:simulate|sweep|backtest|computeMetrics): /u, "")
    .replaceAll(/\boption "(\w+)"/gu, (whole, name: string) => FLAG_OF[name] ?? whole)
    .replaceAll(/"?\b[a-z]+(?:[A-Z][a-z]+)+\b"?/gu, (word) => {
      return FLAG_OF[word.replaceAll('"', "")] ?? word;
    })
    .replace(/, (?:or one of )?\{.*(?=, found)/u, "")
    .replace(", or null for none", ", or none");
}

/** Fee of each fill when none is given: 0.1 %, the server's default. */
const DEFAULT_FEE = 0.001;
