/** Work of unfinished jobs, in the store: parts of bytes, each written once, that the next try goes on from. */

import type { Store } from "@bourse/kernel";

import type { JobDocument } from "./job.ts";
import type { JobLedger } from "./ledger.ts";
import type { JobClaim } from "./transitions.ts";
import { insertLastPart, readParts } from "./work-parts.ts";

/** Work that a job keeps until it ends. */
export interface KeptWork {
  /** Returns the parts that earlier tries kept, in order; none while the store cannot be read. */
  read(): Promise<readonly Uint8Array[]>;
  /**
   * Keeps one more part, of at most 16 MiB (16,777,216 bytes). Resolves to true when it is durable, and to false when
   * the store did not take it or the claim is lost; the job goes on either way.
   */
  keep(part: Uint8Array): Promise<boolean>;
  /** Drops every part. Resolves as `keep` does. */
  drop(): Promise<boolean>;
}

/** Work of a claimed job. Only the holder of the claim changes it. */
export function keptWork(
  { store, ledger, onError }: KeptWorkOptions,
  { id, keptParts = 0 }: Pick<JobDocument, "id" | "keptParts">,
  claim: JobClaim,
): KeptWork {
  const change = async (kind: "keep" | "drop", part?: Uint8Array): Promise<boolean> => {
    try {
      const changed = await ledger.change(id, { kind, claim }, async (tx, job) => {
        if (part !== undefined) await insertLastPart(tx, job, part);
      });
      return changed.outcome === "changed";
    } catch (error) {
      onError(error, id);
      return false;
    }
  };
  return {
    async read() {
      try {
        return await readParts(store, id, keptParts);
      } catch (error) {
        onError(error, id);
        return [];
      }
    },
    keep: (part) => change("keep", part),
    drop: () => change("drop"),
  };
}

/** The part of a worker's options that kept work uses. */
interface KeptWorkOptions {
  readonly store: Store;
  readonly ledger: JobLedger;
  readonly onError: (error: unknown, jobUuid: string | undefined) => void;
}
