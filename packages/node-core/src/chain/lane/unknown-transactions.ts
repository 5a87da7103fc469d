/**
 * Transactions of the wallet on the chain that the journal does not know: a lost store or another sender has made them.
 */
import type { Page, Transaction } from "@bourse/kernel";

import type { Hex } from "../../address.ts";
import { unknownTransactions, type UnknownTransaction } from "./lane-documents.ts";
import type { LaneJournal } from "./lane-journal.ts";
import type { LaneSettings } from "./lane-options.ts";
import type { LaneTransaction } from "./lane-transaction.ts";
import { contentOf, type FoundTransaction } from "./search-chain.ts";

/** Time for which a lost transaction may be asked for again: that of an idempotency key. */
export const RETRY_MILLISECONDS = 86_400_000;

export class UnknownTransactions {
  readonly #options: LaneSettings;
  readonly #lane: string;
  readonly #journal: LaneJournal;
  #byContent = new Map<string, UnknownTransaction[]>();

  constructor(options: LaneSettings, lane: string, journal: LaneJournal) {
    this.#options = options;
    this.#lane = lane;
    this.#journal = journal;
  }

  /** Returns those of `found` that no transaction of the journal has signed. */
  async unknownOf(found: readonly FoundTransaction[]): Promise<readonly UnknownTransaction[]> {
    const seenAt = this.#options.clock.now();
    const unknown: UnknownTransaction[] = [];
    for (const one of found) {
      if (await this.#isKnown(one)) continue;
      unknown.push({ id: `${this.#lane}:${one.nonce}`, lane: this.#lane, ...one, seenAt });
    }
    return unknown;
  }

  /** Stores `unknown` in `tx`. Call `load` after the commit. */
  async add(tx: Transaction, unknown: readonly UnknownTransaction[]): Promise<void> {
    for (const one of unknown) {
      await tx.delete(unknownTransactions, one.id);
      await tx.insert(unknownTransactions, one);
    }
  }

  /** Reads them anew and deletes what nobody can ask for any more. */
  async load(): Promise<void> {
    const byContent = new Map<string, UnknownTransaction[]>();
    const oldest = this.#options.clock.now() - RETRY_MILLISECONDS;
    const { store } = this.#options;
    await store.transaction(async (tx) => {
      for (;;) {
        const { items } = await tx.find(unknownTransactions, {
          index: "by_lane",
          equals: [this.#lane],
          range: { lt: oldest },
          limit: 100,
        });
        for (const { value } of items) await tx.delete(unknownTransactions, value.id);
        if (items.length < 100) return;
      }
    });
    let cursor: string | null = null;
    do {
      const page: Page<UnknownTransaction> = await store.find(unknownTransactions, {
        index: "by_lane",
        equals: [this.#lane],
        limit: 1000,
        ...(cursor === null ? {} : { cursor }),
      });
      for (const { value } of page.items) {
        if (await this.#isKnown(value)) continue;
        byContent.set(value.content, [...(byContent.get(value.content) ?? []), value]);
      }
      cursor = page.next;
    } while (cursor !== null);
    this.#byContent = byContent;
  }

  /** Returns one that does the same as `transaction` and is not taken by one of `others`; undefined without one. */
  match(
    transaction: LaneTransaction,
    others: readonly LaneTransaction[],
  ): UnknownTransaction | undefined {
    if (this.#byContent.size === 0) return undefined;
    const now = this.#options.clock.now();
    const taken = new Set<Hex | undefined>([
      ...transaction.notThese,
      ...others.map(({ match }) => match?.hash),
    ]);
    return this.#byContent
      .get(contentOf(transaction))
      ?.find(({ hash, seenAt }) => !taken.has(hash) && now - seenAt < RETRY_MILLISECONDS);
  }

  async #isKnown({ nonce, hash }: FoundTransaction): Promise<boolean> {
    const mine = await this.#journal.byNonce(nonce);
    return mine?.value.versions.some((version) => version.hash === hash) === true;
  }
}
