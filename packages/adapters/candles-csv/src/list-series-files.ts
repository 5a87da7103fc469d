import { readdir } from "node:fs/promises";

import { optional, resolveOptions, textOption, type OptionRules } from "@bourse/kernel";

import { parseSeriesFile, type SeriesFile } from "./series-file.ts";
import { unlessMissing } from "./unless-missing.ts";

/** The folder to list. */
export interface SeriesFolder {
  /** Path of the folder. */
  readonly directory: string;
  /** Name of the exchange whose files count; undefined for all. */
  readonly exchange?: string | undefined;
}

/**
 * Lists the candle files of a folder, in no order; none when there is no folder.
 *
 * @throws KernelError OPTION_INVALID; the system's error
 */
export async function listSeriesFiles(given: SeriesFolder): Promise<readonly SeriesFile[]> {
  const { directory, exchange } = resolveOptions("listSeriesFiles", given, RULES);
  const entries = await unlessMissing(readdir(directory, { withFileTypes: true }));
  return (entries ?? [])
    .filter((entry) => entry.isFile() || entry.isSymbolicLink()) // a pipe would be waited for without end
    .map((entry) => parseSeriesFile(entry.name))
    .filter((file) => file !== undefined)
    .filter((file) => exchange === undefined || (file.exchange ?? exchange) === exchange);
}

const RULES: OptionRules<Required<SeriesFolder>> = {
  directory: textOption({ maxLength: 4_096 }),
  exchange: optional(textOption({ maxLength: 32 })),
};
