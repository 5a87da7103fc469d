/**
 * The fence before the writes of a schema that has one writer at a time. The number of the writer's term stands in the
 * table `_writer`. A transaction that writes holds a share of that row until it ends: whoever begins a new term waits
 * for it, and after that no transaction of an older term finds its number any more.
 */

import { StoreError } from "@bourse/kernel";

import type { RunStatement } from "./rows.ts";
import { quoted, type Statement } from "./table.ts";

/** Checks the term of a transaction's process. @throws StoreError STORE_FENCED */
export type Fence = (run: RunStatement) => Promise<void>;

/** The fence of a process that writes in `term`, or not at all. */
export function createFence(schema: string, term: number | null): Fence {
  const statement: Statement = {
    name: `fence_${schema}`,
    text: `SELECT 1 FROM ${quoted(schema)}._writer WHERE term = $1 FOR SHARE`,
  };
  return async (run) => {
    if (term === null) throw fenced();
    const { rowCount } = await run(statement, [term]);
    if (rowCount !== 1) throw fenced();
  };
}

/** Name by which the server lists the sessions of writers of a schema. */
export function writerSessions(schema: string): string {
  return `bourse writer ${schema}`;
}

/** Name of the sessions of processes that stand by: they write nothing, so a new writer lets them be. */
export function standbySessions(schema: string): string {
  return `bourse standby ${schema}`;
}

/** The error of a process that is not the writer. */
export function fenced(cause?: unknown): StoreError {
  return new StoreError(
    "STORE_FENCED",
    "This process is not the writer of the store, or no longer: nothing was committed. Send the request to the process " +
      "that is, or try again later.",
    { cause, details: { outcome: "none" } },
  );
}
