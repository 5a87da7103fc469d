/**
 * The one writer of one wallet on one chain: intents in, exactly one transaction each out.
 *
 * Journal first: an intent, its nonce and its signed bytes are durable before any endpoint sees them, so that a crash
 * at any point is followed by the same bytes being sent again, never by other ones with another nonce. Progress is
 * read off the chain by nonce and receipt alone; what an endpoint says to a broadcast is a hint.
 */
import { resolveOptions, type Transaction } from "@bourse/kernel";

import type { Address } from "../../address.ts";
import { NodeError } from "../../errors.ts";
import { WakeSignal } from "../../internal/wake-signal.ts";
import type { JournalledTransaction, TransactionIntent, TransactionLane } from "../port.ts";
import { LaneJournal } from "./lane-journal.ts";
import { LANE_OPTION_RULES, type TransactionLaneOptions } from "./lane-options.ts";
import { isFinal, journalled } from "./lane-transaction.ts";
import { NonceScheduler } from "./nonce-scheduler.ts";
import { Watchers } from "./watchers.ts";

/**
 * Creates the single writer of a wallet on a chain. Call `start` to begin work.
 *
 * @throws KernelError OPTION_INVALID for an invalid or unknown option
 */
export function createTransactionLane(given: TransactionLaneOptions): TransactionLane {
  const options = resolveOptions("createTransactionLane", given, LANE_OPTION_RULES);
  return new Lane(options);
}

const LONGEST_PAUSE_MILLISECONDS = 15_000;

class Lane implements TransactionLane {
  readonly address: Address;
  readonly #options: Required<TransactionLaneOptions>;
  readonly #journal: LaneJournal;
  readonly #scheduler: NonceScheduler;
  readonly #watchers: Watchers;
  #running: { readonly stop: AbortController; readonly done: Promise<void> } | undefined;
  readonly #wakeSignal: WakeSignal;

  constructor(options: Required<TransactionLaneOptions>) {
    this.#options = options;
    this.#wakeSignal = new WakeSignal(options.clock);
    this.address = options.signer.address;
    const lane = `${options.chainId}:${this.address}`;
    this.#journal = new LaneJournal(options.store, lane);
    this.#watchers = new Watchers((id) => this.get(id), options.onTrouble);
    this.#scheduler = new NonceScheduler(options, lane, this.#journal, (moved) => {
      for (const { value } of moved) this.#watchers.moved(journalled(value));
    });
  }

  async enqueue(tx: Transaction, intent: TransactionIntent): Promise<void> {
    checkIntent(intent);
    await this.#journal.enqueue(tx, intent);
  }

  wake(): void {
    this.#wakeSignal.wake();
  }

  async get(id: string): Promise<JournalledTransaction | undefined> {
    const found = await this.#journal.get(id);
    return found === undefined ? undefined : journalled(found.value);
  }

  withdraw(id: string): Promise<boolean> {
    return this.#scheduler.undisturbed(() => this.#journal.withdraw(id));
  }

  settled(id: string, options?: { readonly signal?: AbortSignal }): Promise<JournalledTransaction> {
    return this.#watchers.until(id, isFinal, options?.signal);
  }

  hashed(id: string, options?: { readonly signal?: AbortSignal }): Promise<JournalledTransaction> {
    const isHashed = (one: JournalledTransaction): boolean => one.hash !== null || isFinal(one);
    return this.#watchers.until(id, isHashed, options?.signal);
  }

  onMove(listener: (transaction: JournalledTransaction) => void): () => void {
    return this.#watchers.listen(listener);
  }

  async start(): Promise<void> {
    if (this.#running !== undefined) return;
    const stop = new AbortController();
    this.#running = { stop, done: this.#run(stop.signal) };
  }

  async stop(): Promise<void> {
    const running = this.#running;
    running?.stop.abort();
    this.#wakeSignal.wake();
    await running?.done;
    this.#running = undefined;
  }

  async #run(signal: AbortSignal): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      let outcome: "moved" | "waiting" | "idle" = "waiting";
      try {
        outcome = await this.#scheduler.step(signal);
        failures = 0;
      } catch (error) {
        if (signal.aborted) return;
        failures++;
        this.#options.onTrouble(error);
      }
      if (outcome === "moved" || signal.aborted) continue;
      const pause = this.#options.pollMilliseconds * 2 ** Math.min(failures, 12);
      await this.#wakeSignal.wait(
        outcome === "idle" ? Infinity : Math.min(pause, LONGEST_PAUSE_MILLISECONDS),
      );
    }
  }
}

const MOST_WEI = 2n ** 256n;

function checkIntent({ id, value }: TransactionIntent): void {
  if (id.length >= 1 && id.length <= 200 && value >= 0n && value < MOST_WEI) return;
  throw new NodeError(
    "VALIDATION_ERROR",
    "An intent needs an id of 1 to 200 characters and a value from 0 to 2^256 − 1.",
    { details: { field: "intent" } },
  );
}
