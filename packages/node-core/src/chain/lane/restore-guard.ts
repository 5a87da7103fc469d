/**
 * Protection against a store that was set back: a backup that was restored, or a copy of the data.
 *
 * Such a store does not know what was paid since, nor what was signed and may still be executed. It is recognised by
 * its place, and by a chain that knows more transactions of the wallet than the journal. Then what was open is parked
 * for review, and nothing is signed until every nonce that the lost journal may have used is used up on the chain, for
 * nothing if need be. Only then the chain tells all that was paid: a parked transaction is compared with it, and so is
 * every new one that does the same as one that the journal does not know.
 */
import type { Transaction } from "@bourse/kernel";

import { adopted } from "./adopted.ts";
import type { ChainSnapshot } from "./chain-snapshot.ts";
import { usedByAnother } from "./follow.ts";
import { laneDocuments, type Comparison, type LaneDocument } from "./lane-documents.ts";
import type { LaneJournal, Move, Stored } from "./lane-journal.ts";
import type { LaneSettings } from "./lane-options.ts";
import {
  isFiller,
  isForReview,
  parked,
  parkedWithoutNonce,
  refused,
  type LaneTransaction,
} from "./lane-transaction.ts";
import { openThen, sameAs } from "./review-reasons.ts";
import { contentOf, searchChain, type FoundTransaction } from "./search-chain.ts";
import { RETRY_MILLISECONDS, UnknownTransactions } from "./unknown-transactions.ts";

/**
 * Number of reads of the chain before the fence is set: one answer of an endpoint that lags must not set it too low.
 */
const LOOKS = 5;

export class RestoreGuard {
  readonly #options: LaneSettings;
  readonly #lane: string;
  readonly #journal: LaneJournal;
  readonly #unknown: UnknownTransactions;
  #isChecked = false;
  /** Nonces below were given out by this journal, or are not to be. */
  #nextNonce = 0;
  #comparison: Comparison | null = null;
  #looks = 0;
  /** The highest nonces that any read of the chain has shown in blocks, and with its pool. */
  #highestNonce = 0;
  #highestPending = 0;
  /** Head of the chain at which all nonces below the fence were seen as used; null while they are not. */
  #closedAt: number | null = null;

  constructor(options: LaneSettings, lane: string, journal: LaneJournal) {
    this.#options = options;
    this.#lane = lane;
    this.#journal = journal;
    this.#unknown = new UnknownTransactions(options, lane, journal);
  }

  get isChecked(): boolean {
    return this.#isChecked;
  }

  /** True when the journal was compared with the chain: before, nobody knows if a parked transaction was made. */
  get isCompared(): boolean {
    return this.#isChecked && this.#comparison === null;
  }

  /** True while the chain cannot tell yet what the store has lost: nothing new may be signed. */
  get isComparing(): boolean {
    return this.#comparison !== null;
  }

  /** Nonces below are to be used up now; 0 outside of a comparison. */
  get fence(): number {
    return this.#comparison?.fence ?? 0;
  }

  /** True while nonces behind the chain's own are given up, which a lost journal may have used. */
  get isGivingUp(): boolean {
    return (this.#comparison?.margin ?? 0) > 0;
  }

  /** Parks what is open in a store that was set back. Returns what was parked. */
  async check(chain: ChainSnapshot): Promise<readonly Stored[]> {
    const { home, inFlightLimit, store } = this.#options;
    const [known, lastNonce] = await Promise.all([
      store.get(laneDocuments, this.#lane),
      this.#journal.lastNonce(),
    ]);
    this.#nextNonce = Math.max(lastNonce + 1, known?.value.nextNonce ?? 0);
    const isAhead = chain.pendingNonce > this.#nextNonce;
    const isMoved =
      known !== undefined && home !== undefined && (known.value.home ?? home) !== home;
    const isNew = known === undefined && lastNonce < 0;
    const from = Math.min(this.#nextNonce, known?.value.comparison?.from ?? Infinity);
    // A new store has signed nothing that could be in flight unseen; all others may have.
    const isSetBack = isMoved || (isAhead && !isNew);
    if (isSetBack) this.#comparison = { from, margin: inFlightLimit, fence: null };
    else if (isAhead) this.#comparison = { from, margin: 0, fence: null };
    else this.#comparison = known?.value.comparison ?? null;
    const open = isSetBack ? await this.#journal.allOpen() : [];
    const moves = open.flatMap((from): Move[] => {
      const to = setBack(from.value);
      return to === from.value ? [] : [{ from, to }];
    });
    const stored = await this.#journal.commit(moves, (tx) => this.#save(tx, this.#comparison));
    await this.#unknown.load();
    this.#isChecked = true;
    return stored;
  }

  /** Begins a comparison when the chain knows more nonces than the journal. Returns true when it has begun one. */
  async notice(chain: ChainSnapshot): Promise<boolean> {
    if (this.isComparing) return false;
    const own = this.nextNonce(await this.#journal.lastNonce());
    if (chain.pendingNonce <= own) return false;
    await this.#begin({ from: own, margin: 0, fence: null });
    this.#looks = 0;
    this.#closedAt = null;
    return true;
  }

  /**
   * One step of the comparison: sets the fence when the chain was read often enough; when all nonces below it are used
   * for good, adds what the journal does not know to the parked transactions. Returns those that it has changed.
   */
  async compare(chain: ChainSnapshot, signal: AbortSignal): Promise<readonly Stored[]> {
    if (this.#comparison === null) return [];
    if (this.#comparison.fence === null) {
      await this.#look(chain, this.#comparison);
      return [];
    }
    if (chain.nonce < this.#comparison.fence) {
      this.#closedAt = null;
      return [];
    }
    this.#closedAt ??= chain.head;
    if (chain.head - this.#closedAt + 1 < this.#options.confirmations) return [];
    const open = await this.#journal.allOpen();
    const found = await this.#search(open, this.#comparison, chain, signal);
    if (found === undefined) return [];
    return this.#finish(open, found);
  }

  /** A parked transaction for one that does the same as a transaction that the store has lost; else undefined. */
  review(
    transaction: LaneTransaction,
    others: readonly LaneTransaction[],
  ): LaneTransaction | undefined {
    const match = this.#unknown.match(transaction, others);
    return match === undefined ? undefined : parked(transaction, sameAs(match), match);
  }

  /** First nonce that is free as far as the journal knows. */
  nextNonce(lastNonce: number): number {
    this.#nextNonce = Math.max(lastNonce + 1, this.#nextNonce);
    return this.#nextNonce;
  }

  /** Remembers a transaction on the chain that the journal does not know. */
  async learn(found: FoundTransaction): Promise<void> {
    const unknown = await this.#unknown.unknownOf([found]);
    await this.#options.store.transaction((tx) => this.#unknown.add(tx, unknown));
    await this.reload();
  }

  /** Updates the unknown transactions when one of the journal has taken the place of an unknown one. */
  async reload(): Promise<void> {
    await this.#unknown.load();
  }

  async #begin(comparison: Comparison): Promise<void> {
    await this.#options.store.transaction((tx) => this.#save(tx, comparison));
    this.#comparison = comparison;
  }

  async #look(chain: ChainSnapshot, { from, margin }: Comparison): Promise<void> {
    this.#looks++;
    this.#highestNonce = Math.max(this.#highestNonce, chain.nonce);
    this.#highestPending = Math.max(this.#highestPending, chain.pendingNonce);
    if (this.#looks < LOOKS) return;
    const own = this.nextNonce(await this.#journal.lastNonce());
    const unseen = margin === 0 ? 0 : this.#highestNonce + margin;
    const fence = Math.max(own, this.#highestPending, unseen);
    this.#nextNonce = fence;
    await this.#begin({ from, margin, fence });
  }

  /** Transactions of the wallet that the journal may not know; undefined while the chain cannot tell. */
  async #search(
    open: readonly Stored[],
    { from, fence }: Comparison,
    { head }: ChainSnapshot,
    signal: AbortSignal,
  ): Promise<readonly FoundTransaction[] | undefined> {
    const { clock, confirmations, rpc, signer } = this.#options;
    const restored = open.filter(({ value }) => value.reviewNext || isForReview(value));
    const nonces = restored.flatMap(({ value }) => (value.nonce === null ? [] : [value.nonce]));
    // What an open transaction has become was made after it; what may be asked for again, not long ago.
    const oldest = restored.map(({ value }) => value.createdAt);
    const since = Math.min(clock.now() - RETRY_MILLISECONDS, ...oldest);
    const { found, isWhole } = await searchChain(rpc, signer.address, signal, {
      from: Math.min(from, ...nonces),
      below: fence ?? 0,
      head,
      ageMilliseconds: clock.now() - since,
    });
    const isFinal = found.every(({ blockNumber }) => head - blockNumber + 1 >= confirmations);
    return isWhole && isFinal ? found : undefined;
  }

  async #finish(
    open: readonly Stored[],
    found: readonly FoundTransaction[],
  ): Promise<readonly Stored[]> {
    const byNonce = new Map(found.map((one) => [one.nonce, one]));
    // A version of its own is on the chain: its receipt tells what it has become.
    const isOwn = ({ value: { reviewNext, nonce, versions } }: Stored): boolean => {
      const used = nonce === null ? undefined : byNonce.get(nonce);
      return reviewNext && versions.some(({ hash }) => hash === used?.hash);
    };
    if (open.some(isOwn)) return [];
    const unknown = await this.#unknown.unknownOf(found);
    await this.#options.store.transaction((tx) => this.#unknown.add(tx, unknown));
    await this.#unknown.load();
    const moves: Move[] = [];
    for (const from of open) {
      // What one of them has been found to be is no other's.
      const others = moves.map(({ to }) => to);
      const to = this.#compared(from.value, byNonce, others);
      if (to !== from.value) moves.push({ from, to });
    }
    const changed = await this.#journal.commit(moves, (tx) => this.#save(tx, null));
    this.#comparison = null;
    return changed;
  }

  #compared(
    transaction: LaneTransaction,
    byNonce: ReadonlyMap<number, FoundTransaction>,
    others: readonly LaneTransaction[],
  ): LaneTransaction {
    if (!isForReview(transaction)) return transaction;
    const { nonce } = transaction;
    const used = nonce === null ? undefined : byNonce.get(nonce);
    // One intent has one nonce, so what the chain has under it is this transaction with other fees, or its end.
    if (used !== undefined && used.content === contentOf(transaction)) {
      return adopted(transaction, used);
    }
    const match = this.#unknown.match(transaction, others);
    if (match !== undefined) return parkedWithoutNonce(transaction, sameAs(match), match);
    if (nonce === null) return transaction;
    return { ...refused(transaction, usedByAnother(nonce, used?.hash)), reviewNext: false };
  }

  async #save(tx: Transaction, comparison: Comparison | null): Promise<void> {
    const document: LaneDocument = {
      id: this.#lane,
      home: this.#options.home ?? null,
      nextNonce: this.#nextNonce,
      comparison,
    };
    const known = await tx.get(laneDocuments, this.#lane);
    if (known === undefined) await tx.insert(laneDocuments, document);
    else await tx.replace(laneDocuments, document, known.version);
  }
}

/** An open transaction of a store that was set back: it is not executed any more without a command of the operator. */
function setBack(transaction: LaneTransaction): LaneTransaction {
  const { nonce, state, reason } = transaction;
  if (isForReview(transaction) || isFiller(transaction)) return transaction;
  if (nonce === null) return parked(transaction, openThen(transaction));
  // The chain may still have the block that this journal has seen.
  if (state === "mined") return { ...transaction, reviewNext: true };
  // It is being cancelled.
  if (reason !== null) return transaction;
  return {
    ...transaction,
    state: "signed",
    sentAt: null,
    goneSince: null,
    reviewNext: true,
    reason: openThen(transaction),
  };
}
