import { readdir } from "node:fs/promises";

import { parseSeriesFile, type SeriesFile } from "./series-file.ts";
import { unlessMissing } from "./unless-missing.ts";

/** The folder to list. */
export interface SeriesFolder {
  /** Path of the folder. */
  readonly directory: string;
  /** Name of the exchange whose files count; undefined for all. */
  readonly exchange: string | undefined;
}

/** Lists the candle files of a folder; none when there is no folder. @throws the system's error */
export async function listSeriesFiles({
  directory,
  exchange,
}: SeriesFolder): Promise<readonly SeriesFile[]> {
  const entries = await unlessMissing(readdir(directory, { withFileTypes: true }));
  return (entries ?? [])
    .filter((entry) => entry.isFile() || entry.isSymbolicLink()) // a pipe would be waited for without end
    .map((entry) => parseSeriesFile(entry.name))
    .filter((file) => file !== undefined)
    .filter((file) => exchange === undefined || (file.exchange ?? exchange) === exchange);
}
