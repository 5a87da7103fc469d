/** The names of candle files: `<SYMBOL>-<interval>.csv` or `<exchange>-<SYMBOL>-<interval>.csv`. */

import {
  EngineError,
  intervalLabel,
  INTERVALS,
  parseInterval,
  type Interval,
} from "@bourse/backtest-engine/data";
import { anyText } from "@bourse/kernel";
import {
  canonicalSymbol,
  checkSymbol,
  symbolInFileName,
  symbolOfFileName,
  type CandleRequest,
} from "@bourse/trading-core/market-data";

/** The content of a file as its name describes it. */
export interface SeriesFile {
  /** Name of the file in its folder. */
  readonly name: string;
  /**
   * Name of the exchange in lower case, which distinguishes it from a symbol; undefined when the file name has none.
   */
  readonly exchange: string | undefined;
  /** Canonical symbol of the candles. */
  readonly symbol: string;
  /** Candle length. */
  readonly interval: Interval;
}

const NAME = /^(?:([a-z][a-z0-9]*)-)?(.+)-([0-9A-Za-z]+)\.csv$/u;

/** Parses a file name; undefined for a file that holds no candles. */
export function parseSeriesFile(name: string): SeriesFile | undefined {
  anyText("name", name);
  const [, exchange, spelled = "", word = ""] = NAME.exec(name) ?? [];
  const interval = intervalOfWord(word);
  const symbol = symbolOfFileName(spelled);
  if (interval === undefined || symbol === undefined) return undefined;
  return { name, exchange, symbol, interval };
}

/** The file name of an imported series. */
export function seriesFileName(series: Omit<SeriesFile, "name">): string {
  const { exchange, symbol, interval } = series;
  const prefix = exchange === undefined ? "" : `${exchange}-`;
  return `${prefix}${symbolInFileName(symbol)}-${wordOf(interval)}.csv`;
}

/** The interval of a file: a number without a unit is as likely a year, so only the usual ones are minutes. */
function intervalOfWord(word: string): Interval | undefined {
  const interval = parseInterval(word.replace(/mo$/u, "M"));
  const isNumber = /^\d+$/u.test(word);
  return interval !== undefined && isNumber && !INTERVALS.includes(interval) ? undefined : interval;
}

/** The interval in a file name: where these know no case, `3M` would be the file of `3m`. */
function wordOf(interval: Interval): string {
  return interval === "M" ? "M" : intervalLabel(interval).replace("M", "mo");
}

/**
 * The files of the requested series in the order of preference: without an exchange first, then by name.
 *
 * @throws EngineError SYMBOL_UNKNOWN without any
 */
export function filesOfSeries(
  files: readonly SeriesFile[],
  { symbol: spelled, interval }: CandleRequest,
): readonly [SeriesFile, ...SeriesFile[]] {
  checkSymbol(spelled);
  const symbol = canonicalSymbol(spelled);
  const [first, ...others] = files
    .filter((file) => file.symbol === symbol && file.interval === interval)
    .toSorted(bySeriesPreference);
  if (first === undefined) throw unknownSeries({ symbol, interval });
  return [first, ...others];
}

/** The refusal of a series that has no file. */
export function unknownSeries({
  symbol,
  interval,
}: Pick<SeriesFile, "symbol" | "interval">): EngineError {
  const label = intervalLabel(interval);
  return new EngineError(
    "SYMBOL_UNKNOWN",
    `There must be a file ${symbolInFileName(symbol)}-${wordOf(interval)}.csv for ${symbol} at the interval ${label}; there is none.`,
    { details: { symbol, interval } },
  );
}

function bySeriesPreference(a: SeriesFile, b: SeriesFile): number {
  if ((a.exchange === undefined) !== (b.exchange === undefined)) {
    return a.exchange === undefined ? -1 : 1;
  }
  const [first, second] = [a, b].map((file) => (file.name === seriesFileName(file) ? 0 : 1));
  return first! - second! || (a.name < b.name ? -1 : 1);
}
