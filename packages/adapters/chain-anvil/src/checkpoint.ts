/** Anvil's whole state at some block, in one file. The journal holds only what came after it. */
import { readFile } from "node:fs/promises";

import { replaceFile } from "@bourse/kernel/files";

export interface Checkpoint {
  /** The header of the journal that belongs to it. */
  readonly header: string;
  /** The state as `anvil_dumpState` returned it, blocks and receipts included. */
  readonly state: string;
}

/** Replaces the checkpoint atomically. */
export async function writeCheckpoint(path: string, { header, state }: Checkpoint): Promise<void> {
  await replaceFile(path, [header, "\n", state]);
}

/** Returns the checkpoint; undefined when none was written yet. */
export async function readCheckpoint(path: string): Promise<Checkpoint | undefined> {
  const content = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (content === undefined) return undefined;
  const end = content.indexOf("\n");
  return { header: content.slice(0, end), state: content.slice(end + 1) };
}
