/** Dividends, splits and rolls of files on the command line. */

import { readFile } from "node:fs/promises";

import { parseActionsCsv, parseRollsCsv } from "@bourse/backtest-engine/data";
import type { SimulationOptions } from "@bourse/backtest-engine/simulation";
import { canonicalSymbol } from "@bourse/trading-core/market-data";

import { type Flags, type Surroundings, textFlag, UsageError } from "../command/command.ts";

/** Dividends, splits and rolls as options of a run. */
export type Actions = Pick<SimulationOptions, "dividends" | "splits" | "rolls">;

/**
 * The dividends and splits of `--dividends-csv` and the rolls of `--rolls-csv`: those of one symbol, or of a
 * portfolio's `symbols`; none without them. A file that has none of them is told in a warning.
 *
 * @throws UsageError; EngineError CANDLES_INVALID; the system's error for a file that cannot be read
 */
export async function fileActions(
  flags: Flags,
  symbols: string | readonly string[],
  surroundings: Pick<Surroundings, "stderr">,
): Promise<Actions> {
  return {
    ...(await fileDividends(flags, symbols, surroundings)),
    ...(await fileRolls(flags, symbols, surroundings)),
  };
}

async function fileRolls(
  flags: Flags,
  symbols: string | readonly string[],
  { stderr }: Pick<Surroundings, "stderr">,
): Promise<Actions> {
  const file = textFlag(flags, "rolls-csv");
  if (file === undefined) return {};
  if (flags["rolls"] !== undefined) {
    throw new UsageError("--rolls and --rolls-csv exclude each other.");
  }
  const rolls = parseRollsCsv(await readFile(file, "utf8"));
  if (typeof symbols !== "string" && Array.isArray(rolls)) throw withoutSymbols("rolls-csv", file);
  const own = typeof symbols === "string" ? ofSymbol(rolls, symbols) : ofSymbols(rolls, symbols);
  if (isNone(own)) stderr(`warning: ${file} has no roll of ${[symbols].flat().join(", ")}.`);
  return { rolls: own };
}

async function fileDividends(
  flags: Flags,
  symbols: string | readonly string[],
  { stderr }: Pick<Surroundings, "stderr">,
): Promise<Actions> {
  const file = textFlag(flags, "dividends-csv");
  if (file === undefined) return {};
  for (const name of ["dividends", "splits"]) {
    if (flags[name] === undefined) continue;
    throw new UsageError(`--${name} and --dividends-csv exclude each other.`);
  }
  const { dividends, splits } = parseActionsCsv(await readFile(file, "utf8"));
  const isOne = typeof symbols === "string";
  if (!isOne && Array.isArray(dividends)) {
    throw withoutSymbols("dividends-csv", file);
  }
  const own = isOne
    ? { dividends: ofSymbol(dividends, symbols), splits: ofSymbol(splits, symbols) }
    : { dividends: ofSymbols(dividends, symbols), splits: ofSymbols(splits, symbols) };
  if ([own.dividends, own.splits].every(isNone)) {
    stderr(`warning: ${file} has no dividend and no split of ${[symbols].flat().join(", ")}.`);
  }
  return own;
}

function withoutSymbols(flag: string, file: string): UsageError {
  return new UsageError(`--${flag} needs a column "symbol" with --symbols; ${file} has none.`);
}

const isNone = (lists: Lists<unknown>): boolean => Object.values(lists).flat().length === 0;

type Lists<Item> = readonly Item[] | Readonly<Record<string, readonly Item[]>>;

function ofSymbol<Item>(lists: Lists<Item>, symbol: string): readonly Item[] {
  if (Array.isArray(lists)) return lists as readonly Item[];
  const known = [symbol, canonicalSymbol(symbol)];
  const found = Object.entries(lists).find(([name]) => known.includes(canonicalSymbol(name)));
  return found?.[1] ?? [];
}

function ofSymbols<Item>(
  lists: Lists<Item>,
  symbols: readonly string[],
): Readonly<Record<string, readonly Item[]>> {
  return Object.fromEntries(symbols.map((symbol) => [symbol, ofSymbol(lists, symbol)]));
}
