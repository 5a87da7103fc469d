/** Values of flags, checked before anything is done. */

import type { BacktestOptions, ParameterValue } from "@bourse/backtest-engine";
import { parseTimestamp } from "@bourse/backtest-engine/data";
import type { NumberRange, ParameterRange } from "@bourse/backtest-engine/research";
import { canonicalSymbol, checkSymbol } from "@bourse/trading-core/market-data";

import { type Flags, textFlag, UsageError } from "../command/command.ts";
import { optionFlags } from "./option-flags.ts";

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

/** The calendar of `--rebalance`. @throws UsageError */
export function rebalanceFlag(flags: Flags): "month_end" | undefined {
  const value = textFlag(flags, "rebalance");
  if (value === undefined) return undefined;
  if (value !== "month_end") {
    throw new UsageError(`--rebalance must be month_end, found ${JSON.stringify(value)}.`);
  }
  if (flags["rebalance-every"] === undefined) return value;
  throw new UsageError("--rebalance and --rebalance-every exclude each other.");
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

/** The flags but those of these names. */
export function withoutFlags(flags: Flags, names: readonly string[]): Flags {
  return Object.fromEntries(Object.entries(flags).filter(([name]) => !names.includes(name)));
}
