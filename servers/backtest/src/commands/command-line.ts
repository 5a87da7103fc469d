/** The arguments of a command, checked before anything is done. */

import { parseArgs, type ParseArgsConfig } from "node:util";

import type { BacktestOptions, ParameterValue } from "@bourse/backtest-engine";
import { parseTimestamp } from "@bourse/backtest-engine/data";
import type { NumberRange, ParameterRange } from "@bourse/backtest-engine/research";
import type { BacktestRequest } from "@bourse/contract/backtest";
import { didYouMean } from "@bourse/kernel";
import type { FundingFields, PortfolioFields, TearSheetFields } from "@bourse/trading-core";
import { canonicalSymbol, checkSymbol } from "@bourse/trading-core/market-data";

import { textFlag, UsageError, type Flags } from "./flags.ts";
import { flagOf, OPTION_FLAGS, optionFlags } from "./option-flags.ts";
import { SEARCH_FLAGS } from "./search-flags.ts";

export { textFlag, UsageError, type Flags } from "./flags.ts";

const TEXT = { type: "string" } as const;
const FLAG = { type: "boolean" } as const;

/** Flags of a command as `parseArgs` takes them. */
export type FlagTypes = NonNullable<ParseArgsConfig["options"]>;

/** Flags that tell the format of a candle file, and the policy for its gaps. */
export const FILE_FLAGS = {
  dialect: TEXT,
  delimiter: TEXT,
  decimal: TEXT,
  columns: TEXT,
  unit: TEXT,
  "date-order": TEXT,
  "utc-offset": TEXT,
  order: TEXT,
  adjusted: FLAG,
  gaps: TEXT,
} as const;

/** Flags that select the candles. */
export const CANDLE_FLAGS = {
  symbol: TEXT,
  interval: TEXT,
  limit: TEXT,
  from: TEXT,
  to: TEXT,
  exchange: TEXT,
  csv: TEXT,
  ...FILE_FLAGS,
} as const;

/** Flags that select the strategy. */
export const STRATEGY_FLAGS = { strategy: TEXT, set: { type: "string", multiple: true } } as const;

/** Flags that select the run over the candles. */
export const RUN_FLAGS = {
  ...STRATEGY_FLAGS,
  ...Object.fromEntries(
    OPTION_FLAGS.flatMap(({ flag, short = flag }) => [flag, short]).map((name) => [name, TEXT]),
  ),
} as const;

/** Flags that select the search. */
export const SWEEP_FLAGS = {
  metric: TEXT,
  random: TEXT,
  seed: TEXT,
  threads: TEXT,
  top: TEXT,
  "max-combinations": TEXT,
  ...SEARCH_FLAGS,
} as const;

/** One flag of a backtest beside the options of the engine, with its name in the library and on the wire. */
interface RequestFlag {
  readonly flag: string;
  readonly option: keyof PortfolioFields | keyof TearSheetFields | keyof FundingFields;
  readonly field: keyof BacktestRequest;
  /** Kind of the values, as a usage line shows it; empty for a flag without a value. */
  readonly value: string;
}

/** Flags of a portfolio: several symbols that share the cash of one account. */
export const PORTFOLIO_FLAGS: readonly RequestFlag[] = [
  { flag: "symbols", option: "symbols", field: "symbols", value: "A,B,…" },
  { flag: "weights", option: "weights", field: "weights", value: "A=NUMBER,B=NUMBER,…" },
  {
    flag: "rebalance-every",
    option: "rebalanceEvery",
    field: "rebalance_every",
    value: "NUMBER",
  },
];

/** The symbols of `--symbols` in their order, each once. @throws UsageError; EngineError SYMBOL_UNKNOWN */
export function symbolsFlag(flags: Flags): readonly string[] {
  const words = (textFlag(flags, "symbols") ?? "").split(",").map((word) => word.trim());
  if (words.some((word) => word === "")) {
    throw new UsageError("--symbols takes names with commas between them: BTCUSDT,ETHUSDT.");
  }
  const symbols = words.map((word) => canonicalSymbol(word));
  for (const symbol of symbols) checkSymbol(symbol);
  return [...new Set(symbols)];
}

/** The weights of `--weights`. @throws UsageError */
export function weightsFlag(flags: Flags): Readonly<Record<string, number>> | undefined {
  const text = textFlag(flags, "weights");
  if (text === undefined) return undefined;
  const pairs = text.split(",").map((pair): [string, number] => {
    const at = pair.lastIndexOf("=");
    const [name, weight] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    if (at > 0 && name !== "" && weight !== "" && Number.isFinite(Number(weight))) {
      return [canonicalSymbol(name), Number(weight)];
    }
    throw new UsageError(
      `--weights takes SYMBOL=NUMBER with commas between them, such as BTCUSDT=0.6,ETHUSDT=0.4; found ${JSON.stringify(pair)}.`,
    );
  });
  const twice = pairs.find(([name], place) => pairs.findIndex(([one]) => one === name) !== place);
  if (twice === undefined) return Object.fromEntries(pairs);
  throw new UsageError(`--weights has ${twice[0]} more than once.`);
}

/** Flag of the funding of perpetual contracts, which sweeps and walk-forwards have too. */
export const FUNDING_FLAGS: readonly RequestFlag[] = [
  { flag: "funding", option: "funding", field: "funding", value: "" },
];

/** The flags as `parseArgs` takes them: one without a value is true. */
export function flagTypes(
  flags: readonly RequestFlag[],
): Readonly<Record<string, { readonly type: "boolean" | "string" }>> {
  return Object.fromEntries(
    flags.map(({ flag, value }) => [flag, { type: value === "" ? "boolean" : "string" }]),
  );
}

/** Flags of the tear sheet. */
export const SHEET_FLAGS: readonly RequestFlag[] = [
  { flag: "tear-sheet", option: "tearSheet", field: "tear_sheet", value: "" },
  { flag: "benchmark", option: "benchmark", field: "benchmark", value: "SYMBOL" },
];

export const JSON_FLAG = { json: FLAG } as const;

export interface CommandLine {
  readonly flags: Flags;
  readonly positionals: readonly string[];
}

/** @throws UsageError for a flag that the command does not have, or one without its value */
export function readCommandLine(args: readonly string[], options: FlagTypes): CommandLine {
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

/** The rules of a run; the engine checks their values. @throws UsageError */
export function runOptions(flags: Flags): BacktestOptions {
  const strategy = textFlag(flags, "strategy");
  return { ...(strategy !== undefined && { strategy }), ...optionFlags(flags) };
}

/** Names of further options of the engine as flags, for the sentences of its errors. */
const FLAG_OF: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [...PORTFOLIO_FLAGS, ...SHEET_FLAGS, ...FUNDING_FLAGS].map(({ option, flag }) => [
      option,
      `--${flag}`,
    ]),
  ),
  strategy: "--strategy",
  maxCombinations: "--max-combinations",
  dateOrder: "--date-order",
  timestampUnit: "--unit",
  utcOffsetMinutes: "--utc-offset",
  dialect: "--dialect",
  delimiter: "--delimiter",
  decimal: "--decimal",
  columns: "--columns",
  order: "--order",
  gaps: "--gaps",
};

/**
 * An error's message in the words of a terminal: flags for the engine's names of options, as `args` spelt them, and
 * neither its functions nor the values that no flag can have.
 */
export function inFlags(message: string, args: readonly string[]): string {
  const flag = (name: string): string | undefined => flagOf(name, args) ?? FLAG_OF[name];
  return message
    .replace(/^(?:simulate|sweep|backtest|backtestPortfolio|tradingYear|Reading candles): /u, "")
    .replace(
      /^compatibility: (?:option "(\w+)")?/u,
      (_, name = "") => `--compatibility ${String(name)}`,
    )
    .replaceAll(/\boption "(\w+)"/giu, (whole, name: string) => flag(name) ?? whole)
    .replaceAll(/"?\b[a-z]+(?:[A-Z][a-z]+)+\b"?/gu, (word) => {
      const name = word.replaceAll('"', "");
      return flag(name) ?? snakeCase(name);
    })
    .replaceAll(/\{([a-zA-Z_?, ]+)\}/gu, (_, names: string) =>
      names
        .split(", ")
        .map((name) => `${snakeCase(name).replace("?", "")}=`)
        .join(", "),
    )
    .replace(", or a function", "")
    .replace(", or null for none", ", or none");
}

/** `maxDrawdown` as `max_drawdown`. */
export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
}
