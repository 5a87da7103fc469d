/**
 * Shares from other nodes. A share is stored when the chain has the record of it, never before: until then it waits in
 * memory. Quotas bound what one sender, and all of them, can make this node keep.
 */

import { everyDocument, hasCode, pauseInBackground } from "@bourse/kernel";

import { toDataHash, type Address, type DataHash } from "../address.ts";
import type { ComplianceRecord } from "../chain/compliance/port.ts";
import { NodeError } from "../errors.ts";
import type { IncomingShare, ShareVerdict } from "../peers/port.ts";
import { SHARE_EVENT_TYPE } from "../shares/share-context.ts";
import { decodeShareFrame, type ShareFrame } from "../shares/share-frame.ts";
import { whyRefused } from "./check-frame.ts";
import { listReceived } from "./list-received.ts";
import { resolveReceiveOptions, type InboxLimits } from "./options.ts";
import type { Inbox, InboxParts, ReceivedPage, ReceivedQuery, ReceivedShare } from "./port.ts";
import { receivedData, receivedIdOf, type ReceivedDataDocument } from "./received-document.ts";
import { countRow, quotaExceeded } from "./usage.ts";
import { WaitingRoom } from "./waiting-room.ts";

/**
 * Creates the inbox of a node and sets the peers' share handler.
 *
 * @throws KernelError OPTION_INVALID; NodeError VALIDATION_ERROR
 */
export function createInbox(parts: InboxParts): Inbox {
  return new StoredInbox(parts, resolveReceiveOptions(parts.receive));
}

const MEBIBYTE = 2 ** 20;
const WAITING_BYTES = 64 * MEBIBYTE;
const WAITING_BYTES_PER_SENDER = 8 * MEBIBYTE;
const WAITING_COUNT = 4096;
const WAITING_COUNT_PER_SENDER = 256;

const HOUR_MILLISECONDS = 3_600_000;
const DAY_MILLISECONDS = 24 * HOUR_MILLISECONDS;
const ROWS_A_TURN = 100;

class StoredInbox implements Inbox {
  readonly #parts: InboxParts;
  readonly #limits: InboxLimits;
  readonly #room: WaitingRoom;
  readonly #leave: (() => void)[];
  readonly #stopping = new AbortController();
  readonly #receiving = new Set<Promise<ShareVerdict>>();
  /** Changes of `verified`, one after another. */
  #marking: Promise<void> = Promise.resolve();
  #loop: Promise<void> = Promise.resolve();
  #fullToldAt: number | undefined;

  constructor(parts: InboxParts, limits: InboxLimits) {
    this.#parts = parts;
    this.#limits = limits;
    this.#room = new WaitingRoom({
      clock: parts.clock,
      waitMilliseconds: limits.proofWaitMilliseconds,
      maxBytes: WAITING_BYTES,
      maxCount: WAITING_COUNT,
      maxBytesPerSender: WAITING_BYTES_PER_SENDER,
      maxCountPerSender: WAITING_COUNT_PER_SENDER,
    });
    parts.peers.onShare(async (share) => {
      if (this.#stopping.signal.aborted) return "later";
      const receiving = this.#receive(share);
      this.#receiving.add(receiving);
      return receiving.finally(() => this.#receiving.delete(receiving));
    });
    this.#leave = [
      parts.proofs.onRecord((record) => this.#recorded(record)),
      parts.proofs.onRewind((lastBlock) => this.#mark(() => this.#rewound(lastBlock))),
    ];
  }

  list(query: ReceivedQuery = {}): Promise<ReceivedPage> {
    return listReceived(this.#parts.store, query);
  }

  async remove(id: string): Promise<ReceivedShare> {
    const removed = await this.#parts.store.transaction(async (tx) => {
      const found = await tx.get(receivedData, id);
      if (found === undefined) return undefined;
      await tx.delete(receivedData, id);
      await countRow(tx, found.value.sender, found.value.bytes, -1);
      return found.value;
    });
    if (removed !== undefined) return removed;
    throw new NodeError("NOT_FOUND", "No received share has this id; GET /received lists them.");
  }

  async read(dataHash: DataHash): Promise<Uint8Array | undefined> {
    const { store, identity, open } = this.#parts;
    const hash = toDataHash(dataHash, "dataHash");
    const page = await store.find(receivedData, {
      index: "by_hash",
      equals: [hash, true],
      limit: 1,
    });
    const row = page.items[0]?.value;
    const envelope = row && (await store.bytes(receivedData, row.id));
    if (envelope === undefined) return undefined;
    const keys = {
      publicKey: identity.encryptionPublicKey,
      privateKey: identity.encryptionPrivateKey,
    };
    const { sender } = row as ReceivedDataDocument;
    return open(envelope, keys, { sender, recipient: identity.address, dataHash: hash });
  }

  start(): void {
    this.#mark(() => this.#compareAll());
    this.#loop = this.#expire();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const leave of this.#leave) leave();
    this.#room.clear();
    await Promise.allSettled([this.#loop, this.#marking, ...this.#receiving]);
  }

  /**
   * Accepted means durable here; the same share again is accepted again and is one event. Only the sender itself may
   * bring a share: base-mode HPKE says nothing about who sealed, the peer's proved identity does. So shares are never
   * relayed.
   *
   * @throws NodeError FRAME_INVALID (costs the peer its connection); StoreError (the peer tries again)
   */
  async #receive({ from, frame }: IncomingShare): Promise<ShareVerdict> {
    const share = decodeShareFrame(frame);
    const { sender, recipient, dataHash, envelope } = share;
    const { identity, store, events } = this.#parts;
    if (sender !== from.address) {
      return refused("the sender named is not the peer that brings the share");
    }
    if (recipient !== identity.address) return refused("this node is not the recipient");
    if (this.#limits.from?.has(sender) === false) {
      return refused("this node does not accept shares from this sender");
    }
    const id = receivedIdOf(sender, dataHash);
    if ((await store.get(receivedData, id)) !== undefined) return { accepted: true };
    if (await this.#isFull(sender, envelope.length)) return "later";
    // The chain is read while the envelope is opened.
    if ((await this.#recordOf(share)) === undefined) this.#parts.proofs.refreshSoon();
    const reason = await whyRefused(this.#parts, share);
    if (reason !== undefined) return refused(reason);
    const proof = await this.#proofOf(id, share);
    if (proof === undefined) return "later";
    const outcome = await this.#keep(id, share, proof);
    if (outcome === "new") events.emit("data.received", { dataHash, sender });
    return outcome === "full" ? "later" : { accepted: true };
  }

  /** The record of the share, waited for when the chain does not have it yet; undefined without one. */
  async #proofOf(id: string, share: ShareFrame): Promise<ComplianceRecord | undefined> {
    const { sender, envelope } = share;
    const found = await this.#recordOf(share);
    if (found !== undefined) return found;
    const wait = this.#room.wait(id, sender, envelope.length);
    // The record may have come between the first look and the wait.
    if ((await this.#recordOf(share)) !== undefined) this.#room.proved(id);
    return (await wait) ? this.#recordOf(share) : undefined;
  }

  #recordOf({
    sender,
    recipient,
    dataHash,
  }: Pick<ShareFrame, "sender" | "recipient" | "dataHash">): Promise<ComplianceRecord | undefined> {
    const fact = { sender, recipient, dataHash, eventType: SHARE_EVENT_TYPE };
    return this.#parts.proofs.shareRecord(fact);
  }

  #keep(
    id: string,
    { sender, dataHash, envelope }: ShareFrame,
    { txHash, blockNumber }: ComplianceRecord,
  ): Promise<"new" | "known" | "full"> {
    const bytes = envelope.length;
    return this.#parts.store.transaction(async (tx) => {
      if ((await tx.get(receivedData, id)) !== undefined) return "known";
      if ((await quotaExceeded(tx, this.#limits, sender, bytes)) !== undefined) return "full";
      const receivedAt = this.#parts.clock.now();
      const place = { txHash, blockNumber, verified: true };
      const row = { id, dataHash, sender, ...place, bytes, receivedAt };
      await tx.insert(receivedData, row, envelope);
      await countRow(tx, sender, bytes, 1);
      await this.#parts.acts?.tell(tx, "data.received", { dataHash, sender });
      return "new";
    });
  }

  async #isFull(sender: Address, bytes: number): Promise<boolean> {
    const exceeded = await quotaExceeded(this.#parts.store, this.#limits, sender, bytes);
    if (exceeded === "all") this.#tellFull();
    return exceeded !== undefined;
  }

  /** Once an hour, because anybody can make it happen. */
  #tellFull(): void {
    const now = this.#parts.clock.now();
    if (this.#fullToldAt !== undefined && now - this.#fullToldAt < HOUR_MILLISECONDS) return;
    this.#fullToldAt = now;
    this.#parts.events.emit("system.error", {
      component: "shares",
      code: "RECEIVED_FULL",
      message:
        "The quota of received shares is used up; senders will try again. Delete received shares, or raise the quota.",
    });
  }

  #recorded({ sender, recipient, dataHash, eventType, ...record }: ComplianceRecord): void {
    if (recipient !== this.#parts.identity.address || eventType !== SHARE_EVENT_TYPE) return;
    const id = receivedIdOf(sender, dataHash);
    this.#room.proved(id);
    this.#mark(() => this.#change(id, { ...record, verified: true }));
  }

  /** The records behind the block are gone. */
  async #rewound(lastBlock: number): Promise<void> {
    const rows = everyDocument(this.#parts.store, receivedData, {
      index: "by_block",
      range: { gt: lastBlock },
    });
    for await (const { value } of rows) await this.#compare(value);
  }

  /** The process may have ended between a change of the index and the change of the rows. */
  async #compareAll(): Promise<void> {
    for await (const { value } of everyDocument(this.#parts.store, receivedData)) {
      if (this.#stopping.signal.aborted) return;
      await this.#compare(value);
    }
  }

  async #compare(row: ReceivedDataDocument): Promise<void> {
    const record = await this.#recordOf({ ...row, recipient: this.#parts.identity.address });
    await this.#change(row.id, { ...record, verified: record !== undefined });
  }

  async #change(
    id: string,
    { verified, ...place }: Partial<ComplianceRecord> & { readonly verified: boolean },
  ): Promise<void> {
    const { store } = this.#parts;
    const seen = await store.get(receivedData, id);
    if (seen === undefined || seen.value.verified === verified) return;
    await store.transaction(async (tx) => {
      const found = await tx.get(receivedData, id);
      if (found === undefined) return;
      const { txHash = found.value.txHash, blockNumber = found.value.blockNumber } = place;
      const row = { ...found.value, txHash, blockNumber, verified };
      await tx.replace(receivedData, row, found.version);
    });
  }

  #mark(work: () => Promise<void>): void {
    this.#marking = this.#marking.then(work).catch((error: unknown) => this.#tell(error));
  }

  async #expire(): Promise<void> {
    const { retentionDays } = this.#limits;
    if (retentionDays === 0) return;
    const { clock, store } = this.#parts;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        const query = {
          index: "by_time",
          range: { lt: clock.now() - retentionDays * DAY_MILLISECONDS },
          limit: ROWS_A_TURN,
        } as const;
        for (;;) {
          const { items } = await store.find(receivedData, query);
          if (items.length === 0 || signal.aborted) break;
          await this.#removeAll(items.map(({ value }) => value));
        }
      } catch (error) {
        this.#tell(error);
      }
      await pauseInBackground(clock, HOUR_MILLISECONDS, signal);
    }
  }

  #removeAll(rows: readonly ReceivedDataDocument[]): Promise<void> {
    return this.#parts.store.transaction(async (tx) => {
      for (const { id, sender, bytes } of rows) {
        if (await tx.delete(receivedData, id)) await countRow(tx, sender, bytes, -1);
      }
    });
  }

  #tell(error: unknown): void {
    if (this.#stopping.signal.aborted && hasCode(error, "STORE_CLOSED")) return;
    this.#parts.events.emit("system.error", {
      component: "shares",
      code: "INBOX_STEP_FAILED",
      message: "A step of the inbox failed; it is repeated at the next start at the latest.",
    });
  }
}

function refused(reason: string): ShareVerdict {
  return { accepted: false, reason };
}
