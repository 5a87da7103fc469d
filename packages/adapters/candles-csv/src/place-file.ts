/** Zone and calendar of an imported series, in a file next to that of its candles. */

import { readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";

import { replaceFile } from "@bourse/kernel/files";
import type { CandlePlace } from "@bourse/trading-core/market-data";

import { unlessMissing } from "./unless-missing.ts";

/** Facts of a series file. */
export interface KeptPlace extends CandlePlace {
  /** Candles in a year, as counted at the import. */
  readonly barsPerYear?: number;
}

/** Name of the file of facts of a series file: `BTCUSDT-1h.json` of `BTCUSDT-1h.csv`. */
function placeName(file: string): string {
  return file.replace(/\.csv$/u, ".json");
}

/** Writes the facts of a series file that is in place; without a zone and a calendar there is no file of them. */
export async function writePlace(directory: string, file: string, facts: KeptPlace): Promise<void> {
  const { timeZone, calendar, barsPerYear } = facts;
  if (timeZone === undefined && calendar === undefined) {
    await removePlace(directory, file);
    return;
  }
  const { size } = await stat(join(directory, file));
  const kept = {
    size_bytes: size,
    ...(timeZone !== undefined && { time_zone: timeZone }),
    ...(calendar !== undefined && { calendar }),
    ...(barsPerYear !== undefined && { bars_per_year: barsPerYear }),
  };
  await replaceFile(join(directory, placeName(file)), `${JSON.stringify(kept, null, 2)}\n`);
}

/** The facts of a series file of `sizeBytes`; none for a file that was put in its place by other means. */
export async function readPlace(
  directory: string,
  file: string,
  sizeBytes?: number,
): Promise<KeptPlace> {
  const text = await unlessMissing(readFile(join(directory, placeName(file)), "utf8"));
  if (text === undefined) return {};
  const found = recordOf(text);
  const size = sizeBytes ?? (await unlessMissing(stat(join(directory, file))))?.size;
  if (found["size_bytes"] !== size) return {};
  const { time_zone: timeZone, calendar, bars_per_year: barsPerYear } = found;
  return {
    ...(typeof timeZone === "string" && { timeZone }),
    ...(typeof calendar === "string" && { calendar: calendar as never }), // the run refuses a name that is none
    ...(typeof barsPerYear === "number" && { barsPerYear }),
  };
}

/** Deletes the facts of a series file, if there are any. */
export async function removePlace(directory: string, file: string): Promise<void> {
  await rm(join(directory, placeName(file)), { force: true });
}

/** The members of a JSON object; none of anything else. */
function recordOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const found: unknown = JSON.parse(text);
    return typeof found === "object" && found !== null ? { ...found } : {};
  } catch {
    return {}; // no file of ours
  }
}
