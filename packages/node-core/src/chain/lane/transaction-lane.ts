/**
 * The one writer of one wallet on one chain: intents in, exactly one transaction each out.
 *
 * Journal first: an intent, its nonce and its signed bytes are durable before any endpoint sees them, so that a crash
 * at any point is followed by the same bytes being sent again, never by other ones with another nonce. Progress is
 * read off the chain by nonce and receipt alone; what an endpoint says to a broadcast is a hint.
 */
import { hasCode, resolveOptions, type Transaction } from "@bourse/kernel";

import type { Address } from "../../address.ts";
import { NodeError } from "../../errors.ts";
import { WakeSignal } from "../../internal/wake-signal.ts";
import type {
  JournalledTransaction,
  Lane,
  LaneEntry,
  LanePage,
  LaneQuery,
  TransactionAction,
  TransactionIntent,
} from "../port.ts";
import { acted } from "./act.ts";
import { LaneJournal } from "./lane-journal.ts";
import {
  LANE_OPTION_RULES,
  type LaneSettings,
  type TransactionLaneOptions,
} from "./lane-options.ts";
import {
  isFiller,
  isFinal,
  journalled,
  laneTransactions,
  type LaneTransaction,
} from "./lane-transaction.ts";
import { laneEntry, type LaneView } from "./list-transactions.ts";
import { NonceScheduler } from "./nonce-scheduler.ts";
import { Watchers } from "./watchers.ts";

/**
 * Creates the single writer of a wallet on a chain. Call `start` to begin work.
 *
 * @throws KernelError OPTION_INVALID for an invalid or unknown option
 */
export function createTransactionLane(given: TransactionLaneOptions): Lane {
  const options = resolveOptions("createTransactionLane", given, LANE_OPTION_RULES);
  return new JournalledLane(options);
}

const LONGEST_PAUSE_MILLISECONDS = 15_000;

class JournalledLane implements Lane {
  readonly address: Address;
  readonly #options: LaneSettings;
  /** Cause for which the last step ended early; null after a whole one. */
  #trouble: string | null = null;
  #failingSince: number | null = null;
  readonly #journal: LaneJournal;
  readonly #scheduler: NonceScheduler;
  readonly #watchers: Watchers;
  #running: { readonly stop: AbortController; readonly done: Promise<void> } | undefined;
  readonly #wakeSignal: WakeSignal;

  constructor(options: LaneSettings) {
    this.#options = options;
    this.#wakeSignal = new WakeSignal(options.clock);
    this.address = options.signer.address;
    const lane = `${options.chainId}:${this.address}`;
    this.#journal = new LaneJournal(options.store, lane, () => options.clock.now());
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

  chainRewound(): void {
    this.#scheduler.lost.notice();
    this.wake();
  }

  withdraw(id: string): Promise<boolean> {
    return this.#scheduler.undisturbed(() => this.#journal.withdraw(id));
  }

  async list(query: LaneQuery = {}): Promise<LanePage> {
    const view = this.#view();
    const { items, next } = await this.#journal.page(query);
    return { transactions: items.map(({ value }) => laneEntry(value, view)), next };
  }

  #view(): LaneView {
    const { chain, held } = this.#scheduler.view;
    return {
      head: chain?.head ?? null,
      nextNonce: chain?.nonce,
      confirmations: this.#options.confirmations,
      maximumFeeGwei: this.#options.maximumFeeGwei,
      held: this.#trouble ?? held,
    };
  }

  failingSince(): number | null {
    return this.#failingSince;
  }

  async act(id: string, action: TransactionAction): Promise<LaneEntry> {
    const changed = await this.#scheduler.undisturbed(async () => {
      // Read where it is written: the step under way moves transactions too, and may have moved this one.
      const stored = await this.#journal.transaction((tx) => this.#actIn(tx, id, action));
      await this.#scheduler.reload();
      return stored;
    });
    this.#watchers.moved(journalled(changed));
    this.wake();
    return laneEntry(changed, this.#view());
  }

  async #actIn(tx: Transaction, id: string, action: TransactionAction): Promise<LaneTransaction> {
    const from = await this.#journal.get(id, tx);
    if (from === undefined) {
      throw new NodeError("NOT_FOUND", "There is no transaction with this id.");
    }
    const { match } = from.value;
    const taken = match === null ? undefined : await this.#journal.byNonce(match.nonce, tx);
    const to = acted(from.value, action, this.#scheduler.view.isCompared);
    if (action === "accept" && taken !== undefined) {
      if (!isFiller(taken.value)) {
        throw new NodeError(
          "ACTION_NOT_POSSIBLE",
          `The transaction on the chain is that of ${taken.value.id} already; send or cancel this one.`,
        );
      }
      // A payment of nothing that came too late for its nonce stands in nobody's way.
      await tx.delete(laneTransactions, taken.value.id, taken.version);
    }
    return (await tx.replace(laneTransactions, to, from.version)).value;
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
        this.#trouble = null;
        this.#failingSince = null;
      } catch (error) {
        if (signal.aborted) return;
        failures++;
        this.#trouble = troubleOf(error);
        this.#failingSince ??= this.#options.clock.monotonic();
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

/** Endpoints' own words stay out: they may contain keys. */
function troubleOf(error: unknown): string {
  if (hasCode(error, "CHAIN_MISMATCH")) {
    return "The chain is another one than expected, or was set back; nothing is sent until it is the right one again.";
  }
  return "The chain does not answer as it should; the node keeps asking.";
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
