/** `bourse backtest data import FOLDER`: every series of a folder of candle files, a file or many each. */

import { readdir } from "node:fs/promises";
import { join, parse } from "node:path";

import {
  applyGapPolicy,
  EngineError,
  firstIndexFrom,
  intervalLabel,
  joinCandles,
  sliceCandles,
  type Candles,
  type Interval,
} from "@bourse/backtest-engine/data";
import { readCandlesFile, type CandleFileReading } from "@bourse/candles-columnar";
import { importCandles, parseSeriesFile, type ImportReport } from "@bourse/candles-csv";
import { isBourseError } from "@bourse/kernel";

import {
  type ExitCode,
  type Flags,
  type Surroundings,
  textFlag,
  UsageError,
} from "../command/command.ts";
import { allowsNegative, fileOptions } from "./file-flags.ts";
import { importCalendar } from "./option-flags.ts";

/** Folder to import into, and the interval of files whose names tell none. */
export interface FolderTarget {
  /** Folder of the server's candle files. */
  readonly directory: string;
  readonly interval: Interval | undefined;
}

/** One series of the folder: its files have one symbol, interval and exchange. */
interface FolderSeries {
  readonly symbol: string;
  readonly interval: Interval;
  readonly exchange?: string;
  /** Names of its files, in the order of their names. */
  readonly files: readonly string[];
}

/**
 * Imports each series of a folder. A file is named `[EXCHANGE-]SYMBOL-INTERVAL[-DATE]`, with `-` or `_` between, or by
 * its symbol alone where `--interval` is given; the files of one series are joined. A series at fault is told, and the
 * others go on.
 *
 * @throws UsageError
 */
export async function importFolder(
  folder: string,
  { directory, interval }: FolderTarget,
  flags: Flags,
  { stdout, stderr }: Surroundings,
): Promise<ExitCode> {
  if (textFlag(flags, "symbol") !== undefined) {
    throw new UsageError("--symbol is for one file; the names of a folder's files tell theirs.");
  }
  const { series, unknown } = seriesOf(
    await filesIn(folder),
    interval,
    textFlag(flags, "exchange"),
  );
  const done: (Omit<ImportReport, "gaps"> & { readonly gaps: number; readonly files: number })[] =
    [];
  const failed: { readonly symbol: string; readonly interval: string; readonly error: string }[] =
    [];
  for (const { files, ...named } of series) {
    try {
      const csv = await readingOf(folder, files, named.interval, flags);
      const { gaps, ...report } = await importCandles({
        directory,
        ...named,
        csv,
        ...importCalendar(flags),
      });
      done.push({ ...report, gaps: gaps.length, files: files.length });
    } catch (error) {
      if (!isBourseError(error)) throw error;
      const { symbol } = named;
      const label = intervalLabel(named.interval);
      failed.push({ symbol, interval: label, error: `${error.code}: ${error.message}` });
    }
  }
  if (flags["json"] === true) {
    stdout(JSON.stringify({ imported: done, failed, not_understood: unknown }, null, 2));
  } else {
    for (const one of done) stdout(lineOf(one));
    for (const { symbol, interval: label, error } of failed) stderr(`${symbol} ${label}: ${error}`);
    for (const name of unknown) {
      stderr(
        `${name}: the name tells no symbol and interval, as BTCUSDT-1h.csv does; not imported`,
      );
    }
    if (done.length + failed.length + unknown.length === 0) stderr(`${folder} holds no files.`);
  }
  return failed.length + unknown.length > 0 || done.length === 0 ? 1 : 0;
}

function lineOf(report: Omit<ImportReport, "gaps"> & { gaps: number; files: number }): string {
  const { symbol, interval, files, records, gaps, filled, skipped, duplicates, file } = report;
  const left = [
    ...(filled > 0 ? [`${filled} filled`] : []),
    ...(skipped.count > 0 ? [`${skipped.count} rows skipped`] : []),
    ...(duplicates.count > 0 ? [`${duplicates.count} duplicates left out`] : []),
  ];
  const from = files === 1 ? "" : ` of ${files} files`;
  return `${symbol} ${intervalLabel(interval)}: ${[`${records} candles${from}`, `${gaps} gaps`, ...left].join(", ")}, as ${file}`;
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map(({ name }) => name)
    .toSorted();
}

function seriesOf(
  files: readonly string[],
  interval: Interval | undefined,
  exchange: string | undefined,
): { readonly series: readonly FolderSeries[]; readonly unknown: readonly string[] } {
  const series = new Map<string, FolderSeries>();
  const unknown: string[] = [];
  for (const name of files) {
    const named = seriesNamed(parse(name).name, interval);
    if (named === undefined) {
      unknown.push(name);
      continue;
    }
    const one = exchange === undefined ? named : { ...named, exchange };
    const key = JSON.stringify([one.exchange, one.symbol, one.interval]);
    series.set(key, { ...one, files: [...(series.get(key)?.files ?? []), name] });
  }
  return { series: [...series.values()], unknown };
}

/** The series that a file's name without its ending tells; undefined where it tells none. */
function seriesNamed(
  stem: string,
  interval: Interval | undefined,
): Omit<FolderSeries, "files"> | undefined {
  const words = stem
    .replaceAll("_", "-")
    // Dumps: one file a month or a day, and the exchange's name with a capital.
    .replace(/-\d{4}(?:-\d{2}){0,2}$/u, "")
    .replace(/^[A-Z][a-z]\w*(?=-)/u, (name) => name.toLowerCase());
  const told = parseSeriesFile(`${words}.csv`);
  const found =
    told ??
    (interval === undefined
      ? undefined
      : parseSeriesFile(`${stem}-${intervalLabel(interval)}.csv`));
  if (found === undefined || (interval !== undefined && found.interval !== interval))
    return undefined;
  const { symbol, interval: length, exchange } = found;
  return { symbol, interval: length, ...(exchange !== undefined && { exchange }) };
}

/** The candles of all files of a series, in the order of time. @throws EngineError where two files disagree */
async function readingOf(
  folder: string,
  files: readonly string[],
  interval: Interval,
  flags: Flags,
): Promise<CandleFileReading> {
  const { gaps: policy, ...options } = fileOptions(flags);
  const read: (CandleFileReading & { readonly name: string })[] = [];
  for (const name of files) {
    const reading = await readCandlesFile(join(folder, name), { ...options, interval });
    if (reading.candles.length > 0) read.push({ ...reading, name });
  }
  const [first, ...others] = read.toSorted(
    (one, two) => one.candles.time[0]! - two.candles.time[0]!,
  );
  if (first === undefined)
    throw new EngineError("CANDLES_INVALID", "There is no candle in its files.");
  let joined = first.candles;
  let repeats = first.duplicates.count;
  for (const { candles, name, duplicates } of others) {
    const fresh = withoutKnown(joined, candles, name);
    repeats += duplicates.count + candles.length - fresh.length;
    joined = joinCandles([joined, fresh]);
  }
  const skipped = read.flatMap(({ skipped: { rows } }) => rows);
  const under = applyGapPolicy(joined, policy, interval, undefined, allowsNegative(flags));
  return {
    ...first,
    candles: under.candles,
    gaps: under.report.gaps,
    filled: under.filled,
    skipped: {
      count: read.reduce((sum, { skipped: { count } }) => sum + count, 0),
      rows: skipped.slice(0, 20),
    },
    duplicates: { count: repeats },
  };
}

/** The candles of a later file that those before do not have. @throws EngineError where one differs from theirs */
function withoutKnown(known: Candles, candles: Candles, name: string): Candles {
  const last = known.time.at(-1)!;
  const count = firstIndexFrom(candles.time, last + 1);
  for (let at = 0; at < count; at++) {
    const time = candles.time[at]!;
    const before = firstIndexFrom(known.time, time);
    const isSame = (["time", "open", "high", "low", "close"] as const).every(
      (field) => known[field][before] === candles[field][at],
    );
    if (isSame) continue;
    throw new EngineError(
      "CANDLES_INVALID",
      `${name}: its candle of ${new Date(time).toISOString()} differs from that of another file, or lies between theirs; files of one series must not overlap, or must agree.`,
    );
  }
  return sliceCandles(candles, count);
}
