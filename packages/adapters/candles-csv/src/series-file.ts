/** The names of candle files: `<SYMBOL>-<interval>.csv` or `<exchange>-<SYMBOL>-<interval>.csv`. */

import { INTERVAL_WORDS, intervalLabel, type Interval } from "@bourse/backtest-engine/data";

/** What a file's name says about its content. */
export interface SeriesFile {
  readonly name: string;
  /** Lower case, which tells it from a symbol's first part; undefined when the name has none. */
  readonly exchange: string | undefined;
  readonly symbol: string;
  readonly interval: Interval;
}

const NAME = /^(?:([a-z][a-z0-9]*)-)?([A-Z0-9._%-]+)-([0-9A-Za-z]+)\.csv$/;
const SYMBOL = /^[A-Z0-9._/-]{1,32}$/;

/** Reads a file's name; undefined when it is none of ours. */
export function parseSeriesFile(name: string): SeriesFile | undefined {
  const [, exchange, spelled = "", word = ""] = NAME.exec(name) ?? [];
  const interval = Object.hasOwn(INTERVAL_WORDS, word) ? INTERVAL_WORDS[word] : undefined;
  const symbol = spelled.replaceAll("%2F", "/");
  if (interval === undefined || !SYMBOL.test(symbol)) return undefined;
  return { name, exchange, symbol, interval };
}

/** The name under which an import is kept. A slash in the symbol is written `%2F`: the name cannot leave its folder. */
export function seriesFileName(series: Omit<SeriesFile, "name">): string {
  const { exchange, symbol, interval } = series;
  const prefix = exchange === undefined ? "" : `${exchange}-`;
  // Where file names know no case, `1M` would be the file of `1m`.
  const word = interval === "M" ? "M" : intervalLabel(interval);
  return `${prefix}${symbol.replaceAll("/", "%2F")}-${word}.csv`;
}

/** Which of several files of one series is read: without an exchange first, then by name. */
export function bySeriesPreference(a: SeriesFile, b: SeriesFile): number {
  if ((a.exchange === undefined) !== (b.exchange === undefined)) {
    return a.exchange === undefined ? -1 : 1;
  }
  const [first, second] = [a, b].map((file) => (file.name === seriesFileName(file) ? 0 : 1));
  return first! - second! || (a.name < b.name ? -1 : 1);
}
