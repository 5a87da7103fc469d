/** One candle file, read and checked as a whole. */

import { open, stat, type FileHandle } from "node:fs/promises";

import {
  checkInterval,
  EngineError,
  readCandlesCsv,
  type CandleFileOptions,
  type CandleReading,
  type CsvReading,
  type Interval,
} from "@bourse/backtest-engine/data";
import { hasCode } from "@bourse/kernel";

import { isBelow0 } from "./series-chunks.ts";

/** Tells one state of a file from another: identity, size, and time of change to the nanosecond. */
export type FileVersion = string;

export interface SeriesReading extends CandleReading {
  readonly version: FileVersion;
}

/** Maximum number of attempts to read a file that changes while it is read. */
const TRIES = 3;

/**
 * Reads the file at `path`. `name` is what errors call it. Its prices lie above 0 unless it begins with the remark of
 * `series-chunks.ts`.
 *
 * @throws EngineError CANDLES_INVALID naming the file and its rows; MARKET_DATA_UNAVAILABLE when it keeps changing;
 * the system's error (ENOENT) when it is gone
 */
export async function readSeries(
  path: string,
  name: string,
  interval: Interval,
): Promise<SeriesReading> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const handle = await open(path, "r");
    try {
      const version = await versionOf(handle);
      const reading = await readHandle(handle, name, interval);
      if (version === (await versionOf(handle))) return { ...reading, version };
    } finally {
      await handle.close();
    }
  }
  throw new EngineError(
    "MARKET_DATA_UNAVAILABLE",
    `The file ${name} must stand still while it is read; it changed ${TRIES} times. Put it in place by a rename.`,
    { details: { file: name } },
  );
}

/** The present version of a file. @throws the system's error (ENOENT) when it is gone */
export async function versionOf(file: FileHandle | string): Promise<FileVersion> {
  const look = { bigint: true } as const;
  const stats = typeof file === "string" ? await stat(file, look) : await file.stat(look);
  const { dev, ino, size, mtimeNs } = stats;
  return `${dev}:${ino}:${size}:${mtimeNs}`;
}

async function readHandle(
  handle: FileHandle,
  name: string,
  interval: Interval,
): Promise<CandleReading> {
  const allowNegativePrices = await isBelow0(handle);
  const stream = handle.createReadStream({ start: 0, autoClose: false, highWaterMark: 1 << 20 });
  return await checkedReading(stream, name, interval, { allowNegativePrices });
}

/**
 * Reads CSV and checks it against the interval that its name gives; `file` tells its format as far as it is known.
 *
 * Candles of another interval are refused (`checkInterval`); single missing candles are gaps.
 *
 * @throws EngineError CANDLES_INVALID
 */
export async function checkedReading(
  chunks: AsyncIterable<Uint8Array> | Iterable<string | Uint8Array>,
  name: string,
  interval: Interval,
  file: CandleFileOptions = {},
): Promise<CsvReading> {
  return namingTheFile(name, async () => {
    const reading = await readCandlesCsv(chunks, { ...file, interval });
    checkInterval(reading.candles, interval);
    return reading;
  });
}

async function namingTheFile<T>(name: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!hasCode(error, "CANDLES_INVALID")) throw error;
    throw new EngineError("CANDLES_INVALID", `${name}: ${error.message}`, {
      details: { ...error.details, file: name },
      cause: error,
    });
  }
}
