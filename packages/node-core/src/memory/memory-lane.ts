/**
 * A transaction lane in memory for tests and mocks: the states of the real one without a chain.
 *
 * The caller decides the outcome of each transaction; by default every one is confirmed at once.
 */

import { hash } from "node:crypto";

import {
  defineCollection,
  functionOption,
  portOption,
  resolveOptions,
  textOption,
  untilAborted,
  type Clock,
  type Collection,
  type OptionRule,
  type Store,
  type Transaction,
} from "@bourse/kernel";

import type { Address, Hex } from "../address.ts";
import { isFinal } from "../chain/lane/lane-transaction.ts";
import type { JournalledTransaction, TransactionIntent, TransactionLane } from "../chain/port.ts";

/** Outcome that a memory lane gives a transaction. */
export type Verdict =
  | {
      /** The transaction is confirmed. */
      readonly state: "confirmed";
    }
  | {
      /** The transaction fails. */
      readonly state: "refused" | "reverted" | "unproved";
      /** Reason as a sentence. */
      readonly reason: string;
    }
  | {
      /** The transaction stays in its state until the next `wake`. */
      readonly state: "hold";
      /** State in which it stays. */
      readonly at: "queued" | "sent";
    };

/** Options of {@link createMemoryLane}. */
export interface MemoryLaneOptions {
  /** Address of the wallet. */
  readonly address: Address;
  /** Store of the lane, opened with `memoryLaneCollections`. */
  readonly store: Store;
  /** Clock for block timestamps. */
  readonly clock: Clock;
  /** Decides the outcome whenever a transaction could move. Default: every transaction is confirmed. */
  readonly judge?: (intent: TransactionIntent) => Verdict;
}

interface LaneDocument extends JournalledTransaction {
  readonly place: number;
  readonly settled: boolean;
  readonly to: Address;
  readonly data: Hex;
  readonly value: string;
}

const laneDocuments: Collection<LaneDocument, "by_open"> = defineCollection<LaneDocument>()({
  name: "memory_lane",
  indexes: { by_open: { fields: ["settled", "place"] } },
});

/** Store collections of a memory lane. */
export const memoryLaneCollections: readonly Collection<LaneDocument>[] = [laneDocuments];

/** Creates a transaction lane in memory without a chain, for tests and mocks. @throws KernelError OPTION_INVALID */
export function createMemoryLane(options: MemoryLaneOptions): TransactionLane {
  return new MemoryLane(
    resolveOptions<Required<MemoryLaneOptions>>("createMemoryLane", options, {
      address: textOption() as OptionRule<Address>,
      store: portOption<Store>(["transaction", "find"]),
      clock: portOption<Clock>(["now"]),
      judge: functionOption({ default: () => ({ state: "confirmed" }) }),
    }),
  );
}

/** Units of gas that every transaction uses. */
const GAS_USED = 50_000;

class MemoryLane implements TransactionLane {
  readonly address: Address;
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #judge: (intent: TransactionIntent) => Verdict;
  readonly #listeners = new Set<(transaction: JournalledTransaction) => void>();
  #started = false;
  #turn: Promise<void> = Promise.resolve();

  constructor({ address, store, clock, judge }: Required<MemoryLaneOptions>) {
    this.address = address;
    this.#store = store;
    this.#clock = clock;
    this.#judge = judge;
  }

  async enqueue(tx: Transaction, { id, to, data, value }: TransactionIntent): Promise<void> {
    if ((await tx.get(laneDocuments, id)) !== undefined) return;
    await tx.insert(laneDocuments, {
      id,
      place: await tx.count(laneDocuments),
      settled: false,
      state: "queued",
      hash: null,
      nonce: null,
      blockNumber: null,
      blockTimestamp: null,
      reason: null,
      received: null,
      gasUsed: null,
      to,
      data,
      value: value.toString(),
    });
  }

  wake(): void {
    if (!this.#started) return;
    this.#turn = this.#turn.then(() => this.#move());
  }

  async get(id: string): Promise<JournalledTransaction | undefined> {
    return (await this.#store.get(laneDocuments, id))?.value;
  }

  withdraw(id: string): Promise<boolean> {
    return this.#store.transaction(async (tx) => {
      const found = await tx.get(laneDocuments, id);
      return found?.value.state === "queued" && (await tx.delete(laneDocuments, id));
    });
  }

  settled(id: string, options?: { readonly signal?: AbortSignal }): Promise<JournalledTransaction> {
    return this.#until(id, isFinal, options?.signal);
  }

  hashed(id: string, options?: { readonly signal?: AbortSignal }): Promise<JournalledTransaction> {
    const isHashed = (one: JournalledTransaction): boolean => one.hash !== null || isFinal(one);
    return this.#until(id, isHashed, options?.signal);
  }

  onMove(listener: (transaction: JournalledTransaction) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async start(): Promise<void> {
    this.#started = true;
    this.wake();
  }

  async stop(): Promise<void> {
    this.#started = false;
    await this.#turn;
  }

  async #move(): Promise<void> {
    const open = await this.#store.find(laneDocuments, {
      index: "by_open",
      equals: [false],
      limit: 1000,
    });
    for (const { value } of open.items) {
      if (!this.#started) return;
      await this.#advance(value);
    }
  }

  async #advance(document: LaneDocument): Promise<void> {
    const { id, to, data, value, place } = document;
    const verdict = this.#judge({ id, to, data, value: BigInt(value) });
    if (verdict.state === "hold" && verdict.at === "queued") return;
    if (verdict.state === "refused") {
      await this.#to(id, { state: "refused", reason: verdict.reason, settled: true });
      return;
    }
    if (document.hash === null) {
      const digest: Hex = `0x${hash("sha256", id, "hex")}`;
      const signed = await this.#to(id, { state: "signed", nonce: place, hash: digest });
      // Withdrawn meanwhile.
      if (!signed) return;
      await this.#to(id, { state: "sent" });
    }
    if (verdict.state === "hold") return;
    const blockTimestamp = Math.floor(this.#clock.now() / 1000) * 1000;
    await this.#to(id, {
      state: "mined",
      blockNumber: place + 1,
      blockTimestamp,
      gasUsed: GAS_USED,
    });
    if (verdict.state !== "confirmed") {
      await this.#to(id, { state: verdict.state, reason: verdict.reason, settled: true });
      return;
    }
    const received = document.data === "0x" ? document.value : null;
    await this.#to(id, { state: "confirmed", received, settled: true });
  }

  async #to(id: string, change: Partial<LaneDocument>): Promise<boolean> {
    const moved = await this.#store.transaction(async (tx) => {
      const found = await tx.get(laneDocuments, id);
      return (
        found && (await tx.replace(laneDocuments, { ...found.value, ...change }, found.version))
      );
    });
    if (moved === undefined) return false;
    for (const listener of this.#listeners) listener(moved.value);
    return true;
  }

  async #until(
    id: string,
    reached: (transaction: JournalledTransaction) => boolean,
    signal: AbortSignal | undefined,
  ): Promise<JournalledTransaction> {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<JournalledTransaction>();
    const leave = this.onMove((moved) => {
      if (moved.id === id && reached(moved)) resolve(moved);
    });
    this.get(id).then((now) => {
      if (now !== undefined && reached(now)) resolve(now);
    }, reject);
    try {
      return await untilAborted(promise, signal);
    } finally {
      leave();
    }
  }
}
