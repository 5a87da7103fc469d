/**
 * Protection against a store that was set back: a backup that was restored, or a copy of the data.
 *
 * Such a store does not know what was paid since, so whatever was open in it is parked for review, and so is every new
 * transaction that does the same as one on the chain that the store has lost. It is recognised by the chain, which
 * knows more transactions of the wallet than the journal, and by its place.
 */
import type { ChainRpc } from "../port.ts";
import { adopted } from "./adopted.ts";
import type { ChainSnapshot } from "./chain-snapshot.ts";
import { unknownTransactions, laneDocuments, type UnknownTransaction } from "./lane-documents.ts";
import type { LaneJournal, Move, Stored } from "./lane-journal.ts";
import type { LaneSettings } from "./lane-options.ts";
import { isFiller, parked, type LaneTransaction } from "./lane-transaction.ts";
import { contentOf, searchChain } from "./search-chain.ts";

/** Time for which a lost transaction may be asked for again: that of an idempotency key. */
const RETRY_MILLISECONDS = 86_400_000;

const LOOKS = 5;
const LOOKS_AT_A_REORGANISATION = 20;

export class RestoreGuard {
  readonly #options: LaneSettings;
  readonly #lane: string;
  readonly #journal: LaneJournal;
  #state: "unchecked" | "searching" | "done" = "unchecked";
  /** Nonces below were given out by this journal, or before it began. */
  #nextNonce = 0;
  /** Nonces below are known to the journal, or were searched for before. */
  #searchedBelow = 0;
  #highestNonce = -1;
  #looks = 0;
  /** Unknown transactions by content. */
  #unknown = new Map<string, UnknownTransaction[]>();
  #byNonce = new Map<number, UnknownTransaction>();

  constructor(options: LaneSettings, lane: string, journal: LaneJournal) {
    this.#options = options;
    this.#lane = lane;
    this.#journal = journal;
  }

  get isChecked(): boolean {
    return this.#state !== "unchecked";
  }

  /** True when the journal was compared with the chain: before, nobody knows if a parked transaction was made. */
  get isCompared(): boolean {
    return this.#state === "done";
  }

  /** True while the chain cannot tell yet what the store has lost: nothing new may be signed. */
  get isSearching(): boolean {
    return this.#state === "searching";
  }

  /** Parks what is open in a store that was set back. Returns what was parked. */
  async check(chain: ChainSnapshot): Promise<readonly Stored[]> {
    const { home, store } = this.#options;
    const [known, lastNonce] = await Promise.all([
      store.get(laneDocuments, this.#lane),
      this.#journal.lastNonce(),
    ]);
    const own = Math.max(lastNonce + 1, known?.value.nextNonce ?? 0);
    const isNew = known === undefined && lastNonce < 0;
    // A new store of a used wallet may be a copy from before the first transaction: it is compared all the same.
    const isAhead = chain.pendingNonce > own;
    const isMoved =
      known !== undefined && home !== undefined && (known.value.home ?? home) !== home;
    this.#nextNonce = isNew ? chain.nonce : own;
    this.#searchedBelow = own;
    const document = { id: this.#lane, home: home ?? null, nextNonce: own };
    const open = isAhead || isMoved ? await this.#journal.open() : [];
    const moves = open.flatMap((from): Move[] => {
      const { value } = from;
      if (value.state === "needs_review" || value.state === "mined" || isFiller(value)) return [];
      return [{ from, to: parked(value, findingOf(value)) }];
    });
    const stored = await this.#journal.commit(moves, async (tx) => {
      if (known === undefined) await tx.insert(laneDocuments, document);
      else await tx.replace(laneDocuments, document, known.version);
    });
    await this.#load();
    this.#state = isAhead || isMoved || (await this.#hasParked()) ? "searching" : "done";
    return stored;
  }

  /**
   * Looks on the chain for what the journal does not know, once all of it is in blocks, and adds what it finds to the
   * parked transactions. Returns those that it has changed.
   */
  async search(chain: ChainSnapshot, signal: AbortSignal): Promise<readonly Stored[]> {
    const { clock, confirmations, rpc, signer, store } = this.#options;
    if (!this.#isSettled(chain)) return [];
    const open = await this.#journal.open();
    const review = open.filter(({ value }) => value.state === "needs_review");
    const nonces = review.flatMap(({ value }) => (value.nonce === null ? [] : [value.nonce]));
    const from = Math.min(this.#searchedBelow, ...nonces);
    const { found, isWhole } = await searchUnless(rpc, signer.address, from, chain, signal);
    const isFinal = found.every(({ blockNumber }) => chain.head - blockNumber + 1 >= confirmations);
    if (!isWhole || !isFinal) return [];
    const unknown: UnknownTransaction[] = [];
    for (const one of found) {
      const mine = await this.#journal.byNonce(one.nonce);
      if (mine?.value.versions.some(({ hash }) => hash === one.hash) === true) continue;
      const id = `${this.#lane}:${one.nonce}`;
      unknown.push({ id, lane: this.#lane, ...one, seenAt: clock.now() });
    }
    await store.transaction(async (tx) => {
      for (const one of unknown) {
        await tx.delete(unknownTransactions, one.id);
        await tx.insert(unknownTransactions, one);
      }
      const lane = await tx.get(laneDocuments, this.#lane);
      if (lane !== undefined && lane.value.nextNonce < this.#nextNonce) {
        await tx.replace(
          laneDocuments,
          { ...lane.value, nextNonce: this.#nextNonce },
          lane.version,
        );
      }
    });
    await this.#load();
    const moves: Move[] = [];
    for (const from of review) {
      // What one of them has been found to be is no other's.
      const to = this.#compared(
        from.value,
        chain,
        moves.map((move) => move.to),
      );
      if (to !== from.value) moves.push({ from, to });
    }
    const changed = await this.#journal.commit(moves);
    this.#state = "done";
    return changed;
  }

  /** One answer of one endpoint that lags must not hide what was paid, so several are compared. */
  #isSettled(chain: ChainSnapshot): boolean {
    this.#looks++;
    if (chain.nonce > this.#highestNonce) {
      this.#highestNonce = chain.nonce;
      this.#looks = 1;
    }
    if (chain.pendingNonce > Math.max(chain.nonce, this.#nextNonce)) return false;
    // A chain that stays behind what it once said was reorganised.
    if (chain.nonce < this.#highestNonce) return this.#looks >= LOOKS_AT_A_REORGANISATION;
    return this.#looks >= LOOKS;
  }

  /** A parked transaction for one that does the same as a transaction that the store has lost; else undefined. */
  review(
    transaction: LaneTransaction,
    others: readonly LaneTransaction[],
  ): LaneTransaction | undefined {
    if (this.#unknown.size === 0) return undefined;
    const match = this.#match(transaction, others);
    return match === undefined ? undefined : parked(transaction, sameAs(match), match);
  }

  /** First nonce that is free as far as the journal knows. */
  nextNonce(lastNonce: number): number {
    return Math.max(lastNonce + 1, this.#nextNonce);
  }

  #compared(
    transaction: LaneTransaction,
    chain: ChainSnapshot,
    others: readonly LaneTransaction[],
  ): LaneTransaction {
    const { nonce } = transaction;
    if (nonce === null) {
      const match = this.#match(transaction, others);
      if (match === undefined) return transaction;
      return parked(transaction, sameAs(match), match);
    }
    const used = this.#byNonce.get(nonce);
    if (used === undefined || nonce >= chain.nonce) return transaction;
    // One intent has one nonce, so what the chain has under it is this transaction with other fees, or its end.
    if (used.content === contentOf(transaction)) return adopted(transaction, used);
    const reason = `Transaction ${used.hash} has used its nonce ${nonce} for something else, so it was not executed.`;
    return { ...transaction, state: "refused", open: false, reason };
  }

  #match(
    transaction: LaneTransaction,
    others: readonly LaneTransaction[],
  ): UnknownTransaction | undefined {
    const now = this.#options.clock.now();
    const taken = new Set([...transaction.notThese, ...others.map(({ match }) => match?.hash)]);
    return this.#unknown
      .get(contentOf(transaction))
      ?.find(({ hash, seenAt }) => !taken.has(hash) && now - seenAt < RETRY_MILLISECONDS);
  }

  async #hasParked(): Promise<boolean> {
    const open = await this.#journal.open();
    return open.some(({ value }) => value.state === "needs_review");
  }

  /** Transactions on the chain that match no transaction of the journal. */
  async #load(): Promise<void> {
    const page = await this.#options.store.find(unknownTransactions, {
      index: "by_lane",
      equals: [this.#lane],
      order: "desc",
      limit: 1000,
    });
    this.#unknown = new Map();
    this.#byNonce = new Map();
    for (const { value } of page.items) {
      this.#byNonce.set(value.nonce, value);
      if ((await this.#journal.byNonce(value.nonce)) !== undefined) continue;
      this.#unknown.set(value.content, [...(this.#unknown.get(value.content) ?? []), value]);
    }
  }

  /** Updates the unknown transactions when one of the journal has taken the place of an unknown one. */
  async reload(): Promise<void> {
    if (this.#unknown.size > 0) await this.#load();
  }
}

async function searchUnless(
  rpc: ChainRpc,
  wallet: LaneSettings["signer"]["address"],
  from: number,
  chain: ChainSnapshot,
  signal: AbortSignal,
): ReturnType<typeof searchChain> {
  if (from >= chain.nonce) return { found: [], isWhole: true };
  return searchChain(rpc, wallet, { from, below: chain.nonce }, chain.head, signal);
}

const COPY = "The store is a copy from an earlier time.";

function findingOf({ hash, nonce }: LaneTransaction): string {
  return nonce === null
    ? `${COPY} This transaction was not sent then; no transaction on the chain is known to be the same. Send or cancel it.`
    : `${COPY} Its transaction ${hash} with nonce ${nonce} was in no block then. Send or cancel it.`;
}

function sameAs({ hash, nonce, blockNumber }: UnknownTransaction): string {
  return (
    `${COPY} Transaction ${hash} with nonce ${nonce} in block ${blockNumber} of the chain has the same payee, amount ` +
    `and data, and the store does not know it. Accept it as this one if it is; otherwise send or cancel this one.`
  );
}
