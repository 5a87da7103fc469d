/** Candles from a file of any known kind. */

import { createReadStream } from "node:fs";
import { open, readFile } from "node:fs/promises";

import {
  readCandlesCsv,
  type CandleFileFormat,
  type CsvReading,
  type TableOptions,
  type TableReading,
} from "@bourse/backtest-engine/data";
import { asyncBufferFromFile } from "hyparquet";

import { readCandlesArrow } from "./read-candles-arrow.ts";
import { readCandlesParquet } from "./read-candles-parquet.ts";

/** Candles from a file, with the format that they were read in. */
export type CandleFileReading = (CsvReading | TableReading) & {
  /** Format of the file, as told or detected. */
  readonly format: CandleFileFormat;
};

/**
 * Reads candles from the file at `path`. Its first bytes tell Parquet (`PAR1`) and Arrow (`ARROW1`, or a stream) from
 * text, whatever its name.
 *
 * @throws EngineError CANDLES_INVALID, OPTIONS_INVALID; the system's error, with its `path`, for what cannot be read
 */
export async function readCandlesFile(
  path: string,
  options: TableOptions = {},
): Promise<CandleFileReading> {
  switch (await kindOf(path)) {
    case "parquet":
      return await readCandlesParquet(await asyncBufferFromFile(path), options);
    case "arrow":
      return await readCandlesArrow(await readFile(path), options);
    case "text":
      return await readCandlesCsv(createReadStream(path, { highWaterMark: 1 << 20 }), options);
  }
}

async function kindOf(path: string): Promise<"parquet" | "arrow" | "text"> {
  const file = await open(path, "r");
  try {
    const { bytesRead, buffer } = await file.read(new Uint8Array(8), 0, 8, 0);
    const head = Buffer.from(buffer.subarray(0, bytesRead)).toString("latin1");
    if (head.startsWith("PAR1")) return "parquet";
    return head.startsWith("ARROW1") || head.startsWith("\xff\xff\xff\xff") ? "arrow" : "text";
  } catch (error) {
    // The system names no file when a read fails, as that of a folder does.
    throw error instanceof Error ? Object.assign(error, { path }) : error;
  } finally {
    await file.close();
  }
}
