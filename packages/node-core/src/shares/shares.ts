/**
 * Shares: data is sealed for one recipient, proved and paid on the chain in one transaction, then delivered over the
 * peer network. Each step is journalled, so that work continues after a crash.
 *
 * accept-share.ts → prove-share.ts → deliver-share.ts; the inbox is the other end.
 */

import { hasCode, withDeadline, type Page } from "@bourse/kernel";

import { toDataHash, type Address, type DataHash } from "../address.ts";
import type { JournalledTransaction } from "../chain/port.ts";
import { NodeError } from "../errors.ts";
import { findPage } from "../internal/find-page.ts";
import { WakeSignal } from "../internal/wake-signal.ts";
import type { KeyHolder } from "../keys/index.ts";
import { acceptShare, type ShareRequestKey } from "./accept-share.ts";
import { DeliveryQueue } from "./delivery-queue.ts";
import { createEnvelopeCache } from "./envelope-cache.ts";
import { checkNewShare, type NewShare } from "./new-share.ts";
import { proveShare } from "./prove-share.ts";
import { readData } from "./read-data.ts";
import { shareIdOf, type ShareParts } from "./share-context.ts";
import { shareDocuments, type ShareDocument } from "./share-document.ts";
import { shareView, type SharedData, type ShareView } from "./share-view.ts";

/** Outcome of a share call. */
export type ShareOutcome =
  | {
      /** The chain has confirmed the proof. */
      readonly kind: "proved";
      /** Share with its transaction. */
      readonly share: SharedData;
    }
  | {
      /** The share is durable and the chain has not confirmed it in time; the node continues by itself. */
      readonly kind: "pending";
      /** Share in its current state. */
      readonly share: ShareView;
    };

/** Options of one share call. */
export interface ShareCall {
  /** Idempotency key: a retry with the same key gets the first answer. Default: every call is a new share. */
  readonly request?: ShareRequestKey;
  /** Longest wait for the confirmation of the proof. 0–3,600,000 ms, default 25,000. */
  readonly waitMilliseconds?: number;
  /**
   * API key that shares: it stays within its shares and gas of the day, and a payment needs its scope `transfer` and
   * stays within its limits. Default: the owner.
   */
  readonly by?: KeyHolder;
}

/** Query for one page of the shares. */
export interface SharesQuery {
  /** Maximum number of shares. 1–1000, default 100. */
  readonly limit?: number | undefined;
  /** Cursor of the page before. Default: the newest shares. */
  readonly cursor?: string | undefined;
  /** SHA-256 of the shared data, 64 hex digits. Default: shares of any data. */
  readonly dataHash?: string | undefined;
}

/** One page of the shares. */
export interface SharesPage {
  /** Shares of the page, newest first. */
  readonly shares: readonly ShareView[];
  /** Number of all shares that the query asks for. */
  readonly count: number;
  /** Cursor of the next page; null on the last one. */
  readonly next: string | null;
}

/** Shares of the node. */
export interface Shares {
  /**
   * Shares data. Resolves when proof, payment and the local copy are durable, or when the wait is over. While the chain
   * is away a share waits for it at once, at most 100 of them; one that is paid in an ERC-20 is refused.
   *
   * @throws NodeError VALIDATION_ERROR, FORBIDDEN (the API key may not pay this), KEY_LIMIT_REACHED (its shares or gas
   * of the day), INSUFFICIENT_FUNDS, TOKEN_UNSUPPORTED, CHAIN_UNAVAILABLE (nothing is kept), TRANSACTION_REFUSED,
   * TRANSACTION_REVERTED (nothing stays), PROOF_MISSING (what was paid stays paid), IDEMPOTENCY_MISMATCH,
   * IDEMPOTENCY_RUNNING
   */
  share(share: NewShare, call?: ShareCall): Promise<ShareOutcome>;
  /** Returns data that was shared by this node or with it. @throws NodeError VALIDATION_ERROR, NOT_FOUND */
  read(dataHash: string): Promise<{ readonly hash: DataHash; readonly data: string }>;
  /**
   * Lists the shares, newest first, at most `limit` (1–1000, default 100), with the total count. `next` is the cursor
   * of the next page; null on the last one.
   *
   * @throws NodeError CURSOR_INVALID, VALIDATION_ERROR (dataHash)
   */
  list(query?: SharesQuery): Promise<SharesPage>;
  /** Starts work on every unfinished share. */
  start(): void;
  /** Stops and waits for running steps. Unfinished shares continue after the next start. */
  stop(): Promise<void>;
}

/** Creates the shares of a node. It subscribes to lane and peers, which must not be started yet. */
export function createShares(parts: ShareParts): Shares {
  return new JournalledShares(parts);
}

const WAIT_MILLISECONDS = 25_000;
/** Longest time between two checks of all shares, in case a notification was lost. */
const SWEEP_MILLISECONDS = 5000;
const SHARES_A_TURN = 100;

class JournalledShares implements Shares {
  readonly #parts: ShareParts;
  readonly #wakeSignal: WakeSignal;
  /** Calls that wait for the proof of their share; undefined ends a wait without one. */
  readonly #waiting = new Map<string, PromiseWithResolvers<SharedData | undefined>>();
  readonly #calls = new Set<Promise<unknown>>();
  readonly #envelopes = createEnvelopeCache();
  readonly #deliveries: DeliveryQueue;
  readonly #steps = new Set<Promise<void>>();
  readonly #leave: (() => void)[];
  #running: Promise<void> | undefined;
  #stopped = false;

  constructor(parts: ShareParts) {
    this.#parts = parts;
    this.#wakeSignal = new WakeSignal(parts.clock);
    this.#deliveries = new DeliveryQueue(parts, this.#envelopes, (fault) => {
      if (fault !== undefined) this.#tell(fault);
      this.#wakeSignal.wake();
    });
    this.#leave = [
      parts.lane.onMove((moved) => this.#moved(moved)),
      parts.peers.onEvent((event) => {
        if (event.type === "announced") this.#recipientAvailable(event.announcement.address);
        if (event.type === "connected") this.#recipientAvailable(event.peer.address);
      }),
    ];
  }

  async share(share: NewShare, call: ShareCall = {}): Promise<ShareOutcome> {
    const outcome = this.#share(share, call);
    this.#calls.add(outcome);
    return outcome.finally(() => this.#calls.delete(outcome));
  }

  async #share(share: NewShare, call: ShareCall): Promise<ShareOutcome> {
    const accepted = await acceptShare(this.#parts, checkNewShare(share), call);
    if (accepted.kind === "answered") return { kind: "proved", share: accepted.share };
    const { id } = accepted.share;
    if (accepted.envelope !== null) this.#envelopes.set(id, accepted.envelope);
    const proof = Promise.withResolvers<SharedData | undefined>();
    // Nobody listens after the wait is over.
    proof.promise.catch(() => undefined);
    this.#waiting.set(id, proof);
    this.#parts.lane.wake();
    // The lane may have finished before this call.
    this.#look(accepted.share);
    try {
      // Nobody is kept waiting for a chain that is away, or by a node that stops.
      if (this.#stopped || this.#parts.isAway()) return await this.#overdue(accepted.share);
      const { waitMilliseconds: milliseconds = WAIT_MILLISECONDS } = call;
      const shared = await withDeadline(
        { clock: this.#parts.clock, milliseconds, onTimeout: () => undefined },
        () => proof.promise,
      );
      return shared === undefined
        ? await this.#overdue(accepted.share)
        : { kind: "proved", share: shared };
    } finally {
      this.#waiting.delete(id);
    }
  }

  read(dataHash: string): Promise<{ readonly hash: DataHash; readonly data: string }> {
    return readData(this.#parts, dataHash);
  }

  async list({ limit = 100, cursor, dataHash }: SharesQuery = {}): Promise<SharesPage> {
    const { store } = this.#parts;
    const more = cursor === undefined ? {} : { cursor };
    const which =
      dataHash === undefined
        ? ({ index: "by_creation" } as const)
        : ({ index: "by_data", equals: [toDataHash(dataHash, "dataHash")] } as const);
    const [page, count] = await Promise.all([
      findPage(store, shareDocuments, { ...which, order: "desc", limit, ...more }),
      store.count(shareDocuments, which),
    ]);
    return { shares: page.items.map(({ value }) => shareView(value)), count, next: page.next };
  }

  start(): void {
    this.#running ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const leave of this.#leave) leave();
    this.#wakeSignal.wake();
    // Whoever waits is answered as after the wait: as pending, or as not sent.
    for (const { resolve } of this.#waiting.values()) resolve(undefined);
    await Promise.allSettled(this.#calls);
    await this.#running;
    await Promise.all([...this.#steps, this.#deliveries.stop()]);
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      let next = SWEEP_MILLISECONDS;
      try {
        await this.#lookAtSealed();
        next = await this.#deliveries.startDue(SWEEP_MILLISECONDS);
      } catch (error) {
        this.#tell(error);
      }
      await this.#wakeSignal.wait(next);
    }
  }

  /** Checks sealed shares whose result was not reported: after a restart, or after a failed step. */
  async #lookAtSealed(): Promise<void> {
    let cursor: string | null = null;
    do {
      const page: Page<ShareDocument> = await this.#parts.store.find(shareDocuments, {
        index: "by_status",
        equals: ["sealed"],
        limit: SHARES_A_TURN,
        ...(cursor === null ? {} : { cursor }),
      });
      for (const { value } of page.items) this.#look(value);
      cursor = page.next;
    } while (cursor !== null && !this.#stopped);
  }

  #look({ id, intentId }: ShareDocument): void {
    this.#step(async () => {
      const moved = await this.#parts.lane.get(intentId);
      // Row and intent came in one transaction: an intent that is gone was withdrawn.
      await this.#prove(id, moved ?? withdrawn(intentId));
    });
  }

  #moved(moved: JournalledTransaction): void {
    const id = shareIdOf(moved.id);
    if (id !== undefined) this.#step(() => this.#prove(id, moved));
  }

  async #prove(id: string, moved: JournalledTransaction): Promise<void> {
    const proved = await proveShare(this.#parts, id, moved);
    if (proved === undefined) return;
    const waiting = this.#waiting.get(id);
    if (proved.kind === "failed") {
      this.#envelopes.delete(id);
      waiting?.reject(proved.error);
      this.#tell(proved.error);
      return;
    }
    // The delivery does not depend on the index.
    this.#wakeSignal.wake();
    const { dataHash, recipient, txHash } = proved.share;
    await this.#parts.afterProof(proved.share);
    this.#parts.events.emit("data.shared", { dataHash, recipient, txHash });
    waiting?.resolve(proved.share);
  }

  #recipientAvailable(recipient: Address): void {
    this.#step(async () => {
      await this.#deliveries.recipientAvailable(recipient);
      this.#wakeSignal.wake();
    });
  }

  #step(work: () => Promise<void>): void {
    if (this.#stopped) return;
    const step = work()
      .catch((error: unknown) => this.#tell(error))
      .finally(() => this.#steps.delete(step));
    this.#steps.add(step);
  }

  /** Withdraws a share that was not sent, unless the chain is away and it waits; one that was sent continues. */
  async #overdue(share: ShareDocument): Promise<ShareOutcome> {
    const { isAway, lane, store } = this.#parts;
    if (!isAway() && (await lane.withdraw(share.intentId))) {
      await proveShare(this.#parts, share.id, withdrawn(share.intentId));
      throw new NodeError(
        "CHAIN_UNAVAILABLE",
        "The chain did not accept the proof in time. Nothing was paid and nothing was shared; try again later.",
      );
    }
    const [current, moved] = await Promise.all([
      store.get(shareDocuments, share.id),
      lane.get(share.intentId),
    ]);
    const seen = current?.value ?? share;
    if (seen.status !== "sealed" && seen.txHash !== null) {
      const { dataHash, recipient, txHash } = seen;
      return { kind: "proved", share: { dataHash, recipient, txHash } };
    }
    const txHash = seen.txHash ?? moved?.hash ?? null;
    return { kind: "pending", share: { ...shareView(seen), txHash } };
  }

  #tell(error: unknown): void {
    if (this.#stopped && hasCode(error, "STORE_CLOSED")) return;
    const code = hasCode(error, "TRANSACTION_REFUSED", "TRANSACTION_REVERTED", "PROOF_MISSING")
      ? error.code
      : "SHARE_STEP_FAILED";
    const message =
      error instanceof NodeError ? error.message : "A step of a share failed and will be retried.";
    this.#parts.events.emit("system.error", { component: "shares", message, code });
  }
}

/** Returns a withdrawn intent in the form of a refusal. */
function withdrawn(id: string): JournalledTransaction {
  return {
    id,
    state: "refused",
    hash: null,
    nonce: null,
    blockNumber: null,
    blockTimestamp: null,
    reason: "It was withdrawn before it was sent.",
    received: null,
    gasUsed: null,
  };
}
