/** Parts of the work that jobs keep, in the store; the job's document has their number. */

import type { StoreReader, Transaction } from "@bourse/kernel";

import { jobWorkParts } from "./collections.ts";
import type { JobDocument } from "./job.ts";

/** Reads the first `count` parts of a job. @throws Error when one is missing */
export async function readParts(
  store: StoreReader,
  jobUuid: string,
  count: number,
): Promise<readonly Uint8Array[]> {
  const parts: Uint8Array[] = [];
  for (let part = 0; part < count; part++) {
    const bytes = await store.bytes(jobWorkParts, partId(jobUuid, part));
    if (bytes === undefined) throw new Error(`Part ${part} of ${count} of kept work is missing.`);
    parts.push(bytes);
  }
  return parts;
}

/** Writes the last of the parts that a job has, in the transaction that counts it. */
export async function insertLastPart(
  tx: Transaction,
  { id, keptParts = 1 }: JobDocument,
  part: Uint8Array,
): Promise<void> {
  await tx.insert(jobWorkParts, { id: partId(id, keptParts - 1) }, part);
}

/** Deletes the parts that a job had before a change and has no more, in the transaction of the change. */
export async function deleteDroppedParts(
  tx: Transaction,
  before: JobDocument,
  { id, keptParts = 0 }: JobDocument,
): Promise<void> {
  for (let part = keptParts; part < (before.keptParts ?? 0); part++) {
    await tx.delete(jobWorkParts, partId(id, part));
  }
}

function partId(jobUuid: string, part: number): string {
  return `${jobUuid}:${part}`;
}
