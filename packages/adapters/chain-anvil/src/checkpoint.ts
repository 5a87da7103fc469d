/** A shortcut through the journal: anvil's state at some block. Lost or damaged it costs time, nothing else. */
import { createHash } from "node:crypto";
import { readFile, rm } from "node:fs/promises";

import { replaceFile } from "@bourse/kernel";

export interface Checkpoint {
  /** The journal's header: a checkpoint of another chain is none. */
  readonly header: string;
  /** How far into the journal it reaches, in bytes. */
  readonly journalSize: number;
  readonly number: number;
  readonly timestamp: number;
  readonly hash: string;
  /** Accepted by then and in no block yet, in the order of their coming. */
  readonly waiting: readonly string[];
  /** What `anvil_dumpState` gave. */
  readonly state: string;
}

/** Replaces the checkpoint whole. */
export async function writeCheckpoint(path: string, checkpoint: Checkpoint): Promise<void> {
  const body = JSON.stringify(checkpoint);
  await replaceFile(path, [digest(body), "\n", body]);
}

/** The checkpoint, or undefined when there is none that is whole. */
export async function readCheckpoint(path: string): Promise<Checkpoint | undefined> {
  const content = await readFile(path, "utf8").catch(() => "");
  const body = content.slice(content.indexOf("\n") + 1);
  if (content === "" || content !== `${digest(body)}\n${body}`) return undefined;
  return JSON.parse(body) as Checkpoint;
}

export async function removeCheckpoint(path: string): Promise<void> {
  await rm(path, { force: true });
}

function digest(body: string): string {
  return createHash("sha256").update(body).digest("hex");
}
