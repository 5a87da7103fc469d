/** Compliance history and verification from the node's own index. */

import { hasCode, type Clock } from "@bourse/kernel";

import { toAddress, toDataHash, type Address, type DataHash } from "../address.ts";
import type {
  ComplianceFilter,
  ComplianceIndex,
  CompliancePage,
  ComplianceQuery,
  ComplianceRecord,
  LinkedRecord,
} from "../chain/compliance/port.ts";
import { NodeError } from "../errors.ts";
import type { NodeEvents } from "../events/node-event.ts";
import { createToldVerdicts } from "./told-verdicts.ts";

/** Record of a verified hash. */
export interface VerifiedRecord extends ComplianceRecord {
  /** True when the caller trusts the wallet that made the record. */
  readonly trusted: boolean;
}

/** Result of a verification. */
export interface Verification {
  /** SHA-256 of the data. */
  readonly hash: DataHash;
  /** True when the chain has a record of the hash by a trusted wallet. */
  readonly verified: boolean;
  /** Event type of the oldest record by a trusted wallet; null without one. */
  readonly eventType: string | null;
  /** Wallet that made that record; null without one. */
  readonly sender: Address | null;
  /** Records of the hash, oldest first, at most 100; anybody can make one, so `trusted` tells which count. */
  readonly records: readonly VerifiedRecord[];
}

/** Compliance history of the contract and verification of data. */
export interface Compliance {
  /**
   * Returns one page of the history, newest first.
   *
   * @throws NodeError VALIDATION_ERROR (field filters, sender or limit), CURSOR_INVALID
   */
  history(
    query?: RecordFilter & Pick<ComplianceQuery, "limit" | "cursor">,
  ): Promise<CompliancePage>;
  /**
   * Looks up the records of a hash in the index, and in the newest blocks when no trusted wallet has made one. It
   * answers for the wallets that the node trusts, or for `sender` alone where given. Emits `data.verified` when the
   * verdict for the node's own trusted wallets has changed, at most once per minute and hash.
   *
   * @throws NodeError VALIDATION_ERROR (field dataHash or sender)
   */
  verify(
    dataHash: string,
    options?: { readonly sender?: string | undefined },
  ): Promise<Verification>;
  /**
   * Iterates over all records that match, oldest first, one page at a time. Without a filter a reader can verify the
   * hash chain of the whole history; see `LinkedRecord.link`.
   *
   * @throws NodeError VALIDATION_ERROR (field filters or sender), before the first page
   */
  entries(filter?: RecordFilter): AsyncGenerator<readonly LinkedRecord[]>;
}

/** Filter of records as a caller writes it. */
export interface RecordFilter extends Pick<ComplianceFilter, "filters"> {
  /** Wallet that made the records: `0x` and 40 hex digits. Default: any. */
  readonly sender?: string | undefined;
}

/** Parts that the compliance of a node is made of. */
export interface ComplianceParts {
  /** Index of the contract's events. */
  readonly index: ComplianceIndex;
  /** Event sink. */
  readonly events: NodeEvents;
  /** Clock of the events' intervals. */
  readonly clock: Clock;
  /** Wallets whose records count as verified. */
  readonly trusted: readonly Address[];
}

const MOST_RECORDS = 100;

/** Creates the compliance part and emits `compliance.event` for every new record of the index. */
export function createCompliance({ index, events, clock, trusted }: ComplianceParts): Compliance {
  const told = createToldVerdicts(clock);
  index.onRecord((record) =>
    events.emit("compliance.event", {
      eventType: record.eventType,
      dataHash: record.dataHash,
      sender: record.sender,
      recipient: record.recipient,
      timestamp: record.timestamp,
      txHash: record.txHash,
    }),
  );
  return Object.freeze({
    history: async (query: Parameters<Compliance["history"]>[0] = {}) => {
      const { limit, cursor } = query;
      return index.history({
        ...filterOf(query),
        ...(limit === undefined ? {} : { limit }),
        ...(cursor === undefined ? {} : { cursor }),
      });
    },

    verify: async (dataHash: string, { sender }: { readonly sender?: string | undefined } = {}) => {
      const hash = toDataHash(dataHash, "dataHash");
      const wallets = sender === undefined ? trusted : [toAddress(sender, "sender")];
      let counting = await oldestOf(index, hash, wallets);
      if (counting.length === 0 && (await isRefreshed(index))) {
        counting = await oldestOf(index, hash, wallets);
      }
      const decisive = counting[0];
      const verified = decisive !== undefined;
      const eventType = decisive?.eventType ?? null;
      if (sender === undefined && told.isNews(hash, verified)) {
        events.emit("data.verified", { dataHash: hash, verified, eventType });
      }
      const others = await index.recordsOf(hash, { limit: MOST_RECORDS });
      return {
        hash,
        verified,
        eventType,
        sender: decisive?.sender ?? null,
        records: merged(counting, others, wallets),
      };
    },

    entries: (filter: RecordFilter = {}) => index.entries(filterOf(filter)),
  });
}

/** The oldest record by each of the wallets, oldest first. */
async function oldestOf(
  index: ComplianceIndex,
  hash: DataHash,
  wallets: readonly Address[],
): Promise<readonly ComplianceRecord[]> {
  const found = await Promise.all(wallets.map((sender) => index.verify(hash, { sender })));
  return found.filter((record) => record !== undefined).toSorted(byPlace);
}

/** The records that count are always among them, however many others strangers have made. */
function merged(
  counting: readonly ComplianceRecord[],
  others: readonly ComplianceRecord[],
  wallets: readonly Address[],
): readonly VerifiedRecord[] {
  const places = new Set(counting.map(placeOf));
  return [...counting, ...others.filter((record) => !places.has(placeOf(record)))]
    .slice(0, MOST_RECORDS)
    .toSorted(byPlace)
    .map((record) => ({ ...record, trusted: wallets.includes(record.sender) }));
}

function placeOf({ blockNumber, logIndex }: ComplianceRecord): string {
  return `${blockNumber}.${logIndex}`;
}

function byPlace(one: ComplianceRecord, other: ComplianceRecord): number {
  return one.blockNumber - other.blockNumber || one.logIndex - other.logIndex;
}

/** Refreshes the index; false without an answer of the chain. */
async function isRefreshed(index: ComplianceIndex): Promise<boolean> {
  try {
    await index.refresh();
    return true;
  } catch (error) {
    if (hasCode(error, "CHAIN_UNAVAILABLE", "CHAIN_REJECTED", "CHAIN_MISMATCH")) return false;
    throw error;
  }
}

/** @throws NodeError VALIDATION_ERROR */
function filterOf({ filters = [], sender }: RecordFilter): ComplianceFilter {
  if (filters.length > 50 || !filters.every((name) => /^[A-Za-z0-9_.-]{1,64}$/.test(name))) {
    throw new NodeError(
      "VALIDATION_ERROR",
      "filters: expected at most 50 event types of 1 to 64 letters, digits, _, - and . each.",
      { details: { field: "filters" } },
    );
  }
  return { filters, ...(sender === undefined ? {} : { sender: toAddress(sender, "sender") }) };
}
