/** Compliance history and verification from the node's own index. */

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

/** Result of a verification. */
export interface Verification {
  /** SHA-256 of the data. */
  readonly hash: DataHash;
  /** True when the chain has a record of the hash. */
  readonly verified: boolean;
  /** Event type of the oldest record; null without a record. */
  readonly eventType: string | null;
}

/** Compliance history of the contract and verification of data. */
export interface Compliance {
  /**
   * Returns one page of the history, newest first.
   *
   * @throws NodeError VALIDATION_ERROR (field filters or limit), CURSOR_INVALID
   */
  history(query?: ComplianceQuery): Promise<CompliancePage>;
  /**
   * Looks up the oldest record of a hash in the index, and in the newest blocks when there is none. Emits `data.verified`.
   *
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

/** Creates the compliance part and emits `compliance.event` for every new record of the index. */
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

/** Refreshes the index and looks again; without an answer of the chain the result is undefined. */
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
