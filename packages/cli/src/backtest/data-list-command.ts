/** `bourse backtest data list`: the candles that a server would find on this machine's disk. */

import { stat } from "node:fs/promises";
import { join } from "node:path";

import {
  applyGapPolicy,
  intervalLabel,
  type Candles,
  type Interval,
} from "@bourse/backtest-engine/data";
import { readCandlesFile } from "@bourse/candles-columnar";
import { allowsNegativePrices, listSeriesFiles } from "@bourse/candles-csv";
import { readEnvironment } from "@bourse/http/environment";
import { isBourseError } from "@bourse/kernel";
import { fixed } from "@bourse/kernel/figures";
import { backtestEnvironment } from "@bourse/server-backtest/parts";

import type { ExitCode, Flags, Surroundings } from "../command/command.ts";
import { isoTime } from "./iso-time.ts";
import { calendarFlag } from "./option-flags.ts";
import { textTable } from "./text-table.ts";

/** One series on disk, as `--json` has it. */
interface ListedSeries {
  /** `cache` for what was fetched, `file` for what was imported. */
  readonly place: "cache" | "file";
  readonly exchange: string | null;
  readonly symbol: string;
  /** Interval as people write it, or `funding` for funding rates. */
  readonly interval: string;
  readonly records: number;
  readonly first: string | null;
  readonly last: string | null;
  /** Number of gaps and of candles missing in them; null for funding rates. */
  readonly gaps: number | null;
  readonly missing: number | null;
  readonly bytes: number;
  /** The reason for which a file cannot be read; else null. */
  readonly fault: string | null;
}

/** Lists the series of the cache and of the folder of candle files. 1 when a file cannot be read. */
export async function listCommand(flags: Flags, surroundings: Surroundings): Promise<ExitCode> {
  const { CSV_DIR, DATA_DIR } = readEnvironment(backtestEnvironment, surroundings.variables);
  const calendar = calendarFlag(flags);
  const folders = { cache: join(DATA_DIR, "cache"), files: CSV_DIR ?? join(DATA_DIR, "csv") };
  const series = [
    ...(await cachedSeries(folders.cache, calendar, surroundings.stderr)),
    ...(await seriesOfFiles(folders.files, calendar)),
  ];
  const bytes = series.reduce((sum, one) => sum + one.bytes, 0);
  if (flags["json"] === true) {
    surroundings.stdout(JSON.stringify({ ...folders, bytes, series }, null, 2));
  } else if (series.length === 0) {
    surroundings.stdout(
      `No candles in ${folders.cache} and ${folders.files}; data fetch and data import bring some.`,
    );
  } else {
    surroundings.stdout(textTable(HEAD, series.map(cellsOf)));
    surroundings.stdout(
      `\n${series.length} series, ${megabytes(bytes)} MB, in ${folders.cache} and ${folders.files}`,
    );
    for (const { symbol, interval, fault } of series) {
      if (fault !== null) surroundings.stderr(`${symbol} ${interval}: ${fault}`);
    }
  }
  return series.some(({ fault }) => fault !== null) ? 1 : 0;
}

const HEAD = [
  "symbol",
  "interval",
  "exchange",
  "place",
  "from",
  "to",
  "candles",
  "gaps",
  "missing",
  "MB",
];

function cellsOf(series: ListedSeries): readonly string[] {
  const { symbol, interval, exchange, place, first, last, records, gaps, missing, bytes } = series;
  const text = (value: string | number | null): string => (value === null ? "-" : String(value));
  return [
    symbol,
    interval,
    text(exchange),
    place,
    text(first?.slice(0, 16) ?? null),
    text(last?.slice(0, 16) ?? null),
    String(records),
    text(gaps),
    text(missing),
    megabytes(bytes),
  ];
}

async function cachedSeries(
  directory: string,
  calendar: MarketCalendar,
  warn: (message: string) => void,
): Promise<readonly ListedSeries[]> {
  const { readCandleCache } = await import("@bourse/server-backtest/market-data");
  const found: ListedSeries[] = [];
  for await (const series of readCandleCache({ directory, warn })) {
    const { exchange, symbol, interval, candles, sizeBytes: bytes } = series;
    const gaps = interval === "funding" ? undefined : gapsOn(candles, interval, calendar);
    const label = interval === "funding" ? interval : intervalLabel(interval);
    const named = { place: "cache", exchange, symbol, interval: label, bytes } as const;
    found.push({ ...named, ...spanOf(candles), ...gapsOf(gaps), fault: null });
  }
  return found;
}

async function seriesOfFiles(
  directory: string,
  calendar: MarketCalendar,
): Promise<readonly ListedSeries[]> {
  const found: ListedSeries[] = [];
  for (const file of await listSeriesFiles({ directory })) {
    const { name, exchange = null, symbol, interval } = file;
    const path = join(directory, name);
    const { size: bytes } = await stat(path);
    const label = intervalLabel(interval);
    const named = { place: "file", exchange, symbol, interval: label, bytes } as const;
    try {
      const allowNegativePrices = await allowsNegativePrices(path);
      const { candles } = await readCandlesFile(path, { interval, allowNegativePrices });
      const report = gapsOn(candles, interval, calendar, allowNegativePrices);
      found.push({ ...named, ...spanOf(candles), ...gapsOf(report), fault: null });
    } catch (error) {
      if (!isBourseError(error)) throw error;
      const { code, message } = error;
      found.push({ ...named, ...NOTHING, ...gapsOf(undefined), fault: `${code}: ${message}` });
    }
  }
  return found.toSorted((one, two) => (one.symbol < two.symbol ? -1 : 1));
}

/** The calendar that gaps are counted by; undefined: every missing candle is one. */
type MarketCalendar = ReturnType<typeof calendarFlag>;

function gapsOn(
  candles: Candles,
  interval: Interval,
  calendar: MarketCalendar,
  allowNegativePrices = false,
): ReturnType<typeof applyGapPolicy>["report"] {
  return applyGapPolicy(candles, "report", interval, calendar, allowNegativePrices).report;
}

const NOTHING = { records: 0, first: null, last: null };

function spanOf({
  time,
  length: records,
}: Candles): Pick<ListedSeries, "records" | "first" | "last"> {
  return { records, first: isoTime(time[0]!), last: isoTime(time.at(-1)!) }; // no series on disk is empty
}

function gapsOf(
  report: { readonly gaps: readonly unknown[]; readonly missing: number } | undefined,
): Pick<ListedSeries, "gaps" | "missing"> {
  return { gaps: report?.gaps.length ?? null, missing: report?.missing ?? null };
}

function megabytes(bytes: number): string {
  return fixed(bytes / 1e6, 2);
}
