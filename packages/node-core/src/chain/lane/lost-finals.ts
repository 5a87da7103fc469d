/** Final transactions whose block the chain has replaced: a reorganisation deeper than the confirmations waited for. */
import { NodeError } from "../../errors.ts";
import type { RpcCall } from "../port.ts";
import type { LaneJournal, Move, Stored } from "./lane-journal.ts";
import type { LaneSettings } from "./lane-options.ts";
import { IN_NO_BLOCK, type LaneTransaction } from "./lane-transaction.ts";

/** Finds them after a start and after each reorganisation, and puts them back among the open ones. */
export class LostFinals {
  readonly #options: LaneSettings;
  readonly #journal: LaneJournal;
  #isDue = true;
  /** Milliseconds since the epoch since which the chain ends below a final transaction; null while it does not. */
  #shortSince: number | null = null;

  constructor(options: LaneSettings, journal: LaneJournal) {
    this.#options = options;
    this.#journal = journal;
  }

  /** True until the newest final transactions are compared with the chain. */
  get isDue(): boolean {
    return this.#isDue;
  }

  /** The chain was reorganised. */
  notice(): void {
    this.#isDue = true;
  }

  /**
   * Returns the moves of those that the chain has lost. It looks from the highest nonce down to the first transaction
   * whose block still stands, or is so old that the endpoint has dropped it: all below it stand too. A chain that ends
   * below a transaction may be an endpoint that lags, and gets as long as a stuck transaction.
   *
   * @throws NodeError CHAIN_UNAVAILABLE; CHAIN_MISMATCH when no final transaction stands and more are lost than can
   * have been in flight
   */
  async find(signal: AbortSignal): Promise<readonly Move[]> {
    if (!this.#isDue) return [];
    this.#isDue = false;
    try {
      const { lost, short, stands } = await this.#compare(signal);
      if (!stands && lost.length > this.#options.inFlightLimit) throw foreignChain(lost.length);
      this.#isDue = short.length > 0 && !this.#isLate();
      if (!this.#isDue) this.#shortSince = null;
      const all = this.#isDue ? lost : [...short, ...lost];
      return all.map((from) => ({ from, to: reopened(from.value) }));
    } catch (error) {
      this.#isDue = true;
      throw error;
    }
  }

  #isLate(): boolean {
    const { clock, stuckAfterMilliseconds } = this.#options;
    this.#shortSince ??= clock.now();
    return clock.now() - this.#shortSince >= stuckAfterMilliseconds;
  }

  async #compare(signal: AbortSignal): Promise<{
    readonly lost: readonly Stored[];
    readonly short: readonly Stored[];
    readonly stands: boolean;
  }> {
    const lost: Stored[] = [];
    let short: Stored[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<LaneJournal["byNonceFrom"]>> =
        await this.#journal.byNonceFrom(cursor);
      const finals = page.items.filter(({ value }) => !value.open && value.blockHash !== null);
      const { head, found } = await this.#blockHashes(finals, signal);
      for (const from of finals) {
        const hash = found.get(from.value.blockNumber);
        if (hash === from.value.blockHash) return { lost, short, stands: true };
        if (hash === undefined) {
          if ((from.value.blockNumber ?? 0) <= head) return { lost, short, stands: true };
          short.push(from);
          continue;
        }
        // A block that was replaced takes all above it along.
        lost.push(...short, from);
        short = [];
      }
      cursor = page.next;
    } while (cursor !== null);
    return { lost, short, stands: lost.length + short.length === 0 };
  }

  /**
   * The number of the newest block, and the hashes that the chain has now: none for a block that the endpoint does not
   * have. @throws NodeError CHAIN_UNAVAILABLE
   */
  async #blockHashes(
    finals: readonly Stored[],
    signal: AbortSignal,
  ): Promise<{ readonly head: number; readonly found: ReadonlyMap<number | null, unknown> }> {
    const numbers = [...new Set(finals.map(({ value }) => value.blockNumber ?? 0))];
    if (numbers.length === 0) return { head: 0, found: new Map() };
    const block = (tag: string): RpcCall => ({
      method: "eth_getBlockByNumber",
      params: [tag, false],
    });
    const outcomes = await this.#options.rpc.batch(
      [...numbers.map((number) => `0x${number.toString(16)}`), "latest"].map(block),
      { signal },
    );
    const blocks = outcomes.map((outcome) => {
      if ("error" in outcome) throw outcome.error;
      return (outcome.result ?? {}) as { readonly hash?: unknown; readonly number?: unknown };
    });
    const found = new Map<number | null, unknown>();
    for (const [index, number] of numbers.entries()) {
      const hash = blocks[index]?.hash;
      if (typeof hash === "string") found.set(number, hash);
    }
    return { head: Number(blocks.at(-1)?.number), found };
  }
}

/**
 * The transaction as one that is in no block: the same bytes are sent again. One that was told as refused or reverted
 * is signed away, since its caller may have paid by another one since.
 */
export function reopened(transaction: LaneTransaction): LaneTransaction {
  const { state, reason, blockNumber, lostBlock = null, ...rest } = transaction;
  const isTold = state === "refused" || state === "reverted";
  return {
    ...rest,
    state: "signed",
    open: true,
    reason: isTold ? reason : null,
    lostBlock: blockNumber ?? lostBlock,
    ...IN_NO_BLOCK,
  };
}

function foreignChain(lost: number): NodeError {
  return new NodeError(
    "CHAIN_MISMATCH",
    `The chain has none of the blocks of the wallet's ${lost} newest final transactions: it is another chain, or one ` +
      `that was set back. Nothing is sent. Use the store and the chain that belong together.`,
    { details: { expected: lost, found: 0 } },
  );
}
