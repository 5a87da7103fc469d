/** Candles from a file of any known kind. */

import { createReadStream } from "node:fs";
import { open, readFile } from "node:fs/promises";

import {
  candleFileKind,
  parseCandlesCsv,
  readCandlesCsv,
  type CandleFileKind,
  type CandleFileFormat,
  type CsvReading,
  type TableOptions,
  type TableReading,
} from "@bourse/backtest-engine/data";
import { anyText } from "@bourse/kernel";
import { asyncBufferFromFile } from "hyparquet";

import { readCandlesArrow } from "./read-candles-arrow.ts";
import { readCandlesParquet } from "./read-candles-parquet.ts";
import { resolveLimits, type TableLimits } from "./table-limits.ts";

/** Candles from a file, with the format that they were read in. */
export type CandleFileReading = (CsvReading | TableReading) & {
  /** Format of the file, as told or detected. */
  readonly format: CandleFileFormat;
};

/**
 * Reads candles from the file at `path`. Its first bytes tell Parquet (`PAR1`) and Arrow (`ARROW1`, or a stream) from
 * text, whatever its name.
 *
 * @throws EngineError CANDLES_INVALID, OPTIONS_INVALID; KernelError ARGUMENT_INVALID; the system's error, with its
 * `path`, for what cannot be read
 */
export async function readCandlesFile(
  path: string,
  options: TableOptions = {},
): Promise<CandleFileReading> {
  anyText("path", path);
  switch (await kindOf(path)) {
    case "parquet":
      return await readCandlesParquet(await asyncBufferFromFile(path), options);
    case "arrow":
      return await readCandlesArrow(await readFile(path), options);
    case "text":
      return await readCandlesCsv(chunksOf(path), options);
  }
}

/**
 * Reads candles from the bytes of a whole file as {@link readCandlesFile} does: Parquet, Arrow, or text in UTF-8, or in
 * UTF-16 with a byte order mark.
 *
 * A file that was made to do harm may take any time and memory: read one from elsewhere by `createCandleFileThreads`.
 *
 * @throws EngineError CANDLES_INVALID, OPTIONS_INVALID; KernelError OPTION_INVALID for `limits`
 */
export async function readCandlesBytes(
  bytes: Uint8Array,
  options: TableOptions = {},
  limits: TableLimits = {},
): Promise<CandleFileReading> {
  resolveLimits("readCandlesBytes", limits);
  switch (candleFileKind(bytes)) {
    case "parquet":
      return await readCandlesParquet(bytes, options, limits);
    case "arrow":
      return await readCandlesArrow(bytes, options, limits);
    case "text":
      return parseCandlesCsv(bytes, options);
  }
}

/** The bytes of a file, which is opened only when somebody reads them. */
async function* chunksOf(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Uint8Array>;
}

async function kindOf(path: string): Promise<CandleFileKind> {
  const file = await open(path, "r");
  try {
    const { bytesRead, buffer } = await file.read(new Uint8Array(8), 0, 8, 0);
    return candleFileKind(buffer.subarray(0, bytesRead));
  } catch (error) {
    // The system names no file when a read fails, as that of a folder does.
    throw error instanceof Error ? Object.assign(error, { path }) : error;
  } finally {
    await file.close();
  }
}
