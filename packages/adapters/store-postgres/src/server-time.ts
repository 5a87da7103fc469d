/** The time of the server. */

import type { QueryResult } from "pg";

import type { Statement } from "./table.ts";

/** Expression of the server's time in milliseconds since the epoch, for the column `now` of a statement. */
export const TIME = "extract(epoch FROM clock_timestamp()) * 1000 AS now";

/** Asks for the time. */
export const NOW: Statement = { name: "now", text: `SELECT ${TIME}` };

/** The answer to {@link NOW}, in whole milliseconds. */
export function timeIn({ rows }: QueryResult): number {
  return Math.floor(Number((rows[0] as { readonly now: string }).now));
}
