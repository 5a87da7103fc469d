/** Funding rates of a file on the command line. */

import { readFile } from "node:fs/promises";

import { EngineError } from "@bourse/backtest-engine";
import { parseFundingCsv } from "@bourse/backtest-engine/data";
import type { FundingRate } from "@bourse/backtest-engine/simulation";
import { canonicalSymbol } from "@bourse/trading-core/market-data";

import { type Flags, textFlag, UsageError } from "../command/command.ts";

/** Refuses two sources of funding. @throws UsageError */
function fundingFile(flags: Flags): string | undefined {
  const file = textFlag(flags, "funding-csv");
  if (file !== undefined && flags["funding"] === true) {
    throw new UsageError("--funding and --funding-csv exclude each other.");
  }
  return file;
}

/**
 * The rates of `--funding-csv` for one symbol; undefined without the flag.
 *
 * @throws UsageError; EngineError CANDLES_INVALID; the system's error for a file that cannot be read
 */
export async function fileFunding(
  flags: Flags,
  symbol: string,
): Promise<readonly FundingRate[] | undefined> {
  const file = fundingFile(flags);
  if (file === undefined) return undefined;
  const lists = await listsOf(file);
  const own = lists.get("") ?? lists.get(symbol) ?? lists.get(canonicalSymbol(symbol));
  if (own !== undefined) return own;
  throw noRates(file, symbol, lists);
}

/**
 * The rates of `--funding-csv` by the symbols of a portfolio, likewise; symbols that the file does not have pay none.
 *
 * @throws UsageError; EngineError CANDLES_INVALID; the system's error for a file that cannot be read
 */
export async function fileFundingBySymbol(
  flags: Flags,
  symbols: readonly string[],
): Promise<Readonly<Record<string, readonly FundingRate[]>> | undefined> {
  const file = fundingFile(flags);
  if (file === undefined) return undefined;
  const lists = await listsOf(file);
  if (lists.has("")) {
    throw new UsageError(`--funding-csv needs a column "symbol" with --symbols; ${file} has none.`);
  }
  const own = [...lists].filter(([symbol]) => symbols.includes(symbol));
  if (own.length === 0) throw noRates(file, symbols.join(", "), lists);
  return Object.fromEntries(own);
}

/** The rates of a file by symbol; under no name where it has no column of symbols. */
async function listsOf(file: string): Promise<ReadonlyMap<string, readonly FundingRate[]>> {
  const funding = parseFundingCsv(await readFile(file, "utf8"));
  if (Array.isArray(funding)) return new Map([["", funding as readonly FundingRate[]]]);
  const lists = Object.entries(funding as Readonly<Record<string, readonly FundingRate[]>>);
  return new Map(lists.map(([symbol, rates]) => [canonicalSymbol(symbol), rates]));
}

function noRates(file: string, wanted: string, lists: ReadonlyMap<string, unknown>): EngineError {
  const found = [...lists.keys()].slice(0, 10).join(", ");
  return new EngineError("CANDLES_INVALID", `${file} has no rate of ${wanted}; it has ${found}.`, {
    details: { file },
  });
}
