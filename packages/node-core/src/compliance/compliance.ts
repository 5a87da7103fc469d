/** What the chain says about shared data: history, verification and export, all out of the node's own index. */

import { hasCode } from "@bourse/kernel";

import { toDataHash, type DataHash } from "../address.ts";
import type {
  ComplianceIndex,
  CompliancePage,
  ComplianceQuery,
  LinkedRecord,
} from "../chain/port.ts";
import { NodeError } from "../errors.ts";
import type { NodeEvents } from "../events/node-event.ts";

export interface Verification {
  readonly hash: DataHash;
  readonly verified: boolean;
  /** Of the oldest record; null when there is none. */
  readonly eventType: string | null;
}

export interface Compliance {
  /**
   * Newest first.
   * @throws NodeError VALIDATION_ERROR (field filters or limit), CURSOR_INVALID
   */
  history(query?: ComplianceQuery): Promise<CompliancePage>;
  /**
   * Whether anybody has recorded this hash. Told as `data.verified`.
   * @throws NodeError VALIDATION_ERROR (field dataHash)
   */
  verify(dataHash: string): Promise<Verification>;
  /**
   * Iterates over all records of these event types, oldest first, one page at a time. Without filters a reader can
   * verify the hash chain of the whole history; see `LinkedRecord.link`.
   *
   * @throws NodeError VALIDATION_ERROR (field filters), before the first page
   */
  entries(filters?: readonly string[]): AsyncGenerator<readonly LinkedRecord[]>;
}

/** Tells every new record of the index as `compliance.event` from now on. */
export function createCompliance(index: ComplianceIndex, events: NodeEvents): Compliance {
  index.onRecord((record) =>
    events.emit("compliance.event", {
      eventType: record.eventType,
      dataHash: record.dataHash,
      recipient: record.recipient,
      timestamp: record.timestamp,
      txHash: record.txHash,
    }),
  );
  return Object.freeze({
    history: async (query: ComplianceQuery = {}) => {
      checkFilters(query.filters);
      return index.history(query);
    },

    verify: async (dataHash: string) => {
      const hash = toDataHash(dataHash, "dataHash");
      const record = (await index.verify(hash)) ?? (await lookAgain(index, hash));
      const verified = record !== undefined;
      const eventType = record?.eventType ?? null;
      events.emit("data.verified", { dataHash: hash, verified, eventType });
      return { hash, verified, eventType };
    },

    entries: (filters: readonly string[] = []) => {
      checkFilters(filters);
      return index.entries(filters);
    },
  });
}

/** The index may be a moment behind; a chain that is away changes nothing about what is known. */
async function lookAgain(
  index: ComplianceIndex,
  hash: DataHash,
): ReturnType<ComplianceIndex["verify"]> {
  try {
    await index.refresh();
  } catch (error) {
    if (hasCode(error, "CHAIN_UNAVAILABLE", "CHAIN_REJECTED", "CHAIN_MISMATCH")) return undefined;
    throw error;
  }
  return index.verify(hash);
}

/** @throws NodeError VALIDATION_ERROR */
function checkFilters(filters: readonly string[] = []): void {
  if (filters.length <= 50 && filters.every((name) => /^[A-Za-z0-9_.-]{1,64}$/.test(name))) return;
  throw new NodeError(
    "VALIDATION_ERROR",
    "filters: expected at most 50 event types of 1 to 64 letters, digits, _, - and . each.",
    { details: { field: "filters" } },
  );
}
