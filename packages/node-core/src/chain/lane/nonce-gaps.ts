/** Nonces that the chain waits for and no open transaction has: all that come behind one of them are stopped. */
import { NodeError } from "../../errors.ts";
import type { ChainSnapshot } from "./chain-snapshot.ts";
import type { LaneJournal, Move, Stored } from "./lane-journal.ts";
import type { LaneSettings } from "./lane-options.ts";
import { fillerId } from "./lane-transaction.ts";
import { reopened } from "./lost-finals.ts";
import { CANCEL_GAS, firstVersion, type SigningTerms } from "./sign.ts";

/** Fills gaps in the nonces with payments of nothing to the wallet itself. */
export class NonceGaps {
  readonly #options: LaneSettings;
  readonly #lane: string;
  readonly #journal: LaneJournal;
  /** Milliseconds since the epoch; null without a gap. */
  #since: number | null = null;

  constructor(options: LaneSettings, lane: string, journal: LaneJournal) {
    this.#options = options;
    this.#lane = lane;
    this.#journal = journal;
  }

  /**
   * Returns the moves that fill the gaps below the highest open nonce, and below the fence of a comparison. What may be
   * in the pool gets some time to be mined first; `isGivingUp` fills at once what is behind the pool.
   *
   * @throws NodeError CHAIN_MISMATCH when more is missing than can have been in flight
   */
  async fill(
    flight: readonly Stored[],
    chain: ChainSnapshot,
    { fence, isGivingUp }: { readonly fence: number; readonly isGivingUp: boolean },
    terms: (gasLimit: bigint) => SigningTerms,
  ): Promise<readonly Move[]> {
    const { clock, inFlightLimit, stuckAfterMilliseconds } = this.#options;
    const missing = missingNonces(chain.nonce, fence, flight);
    if (missing.length === 0) {
      this.#since = null;
      return [];
    }
    this.#since ??= clock.now();
    const isLate = clock.now() - this.#since >= stuckAfterMilliseconds;
    const isDue = (nonce: number): boolean => nonce < fence && nonce >= chain.pendingNonce;
    const due = missing.filter((nonce) => isLate || (isGivingUp && isDue(nonce)));
    // A comparison gives up as many nonces as may be in flight, beside those that were.
    const most = fence === 0 ? inFlightLimit : 2 * inFlightLimit;
    if (isLate && missing.length > most) throw foreignChain(chain.nonce, missing.length);
    if (isLate) this.#since = null;
    const known = await Promise.all(due.map((nonce) => this.#journal.byNonce(nonce)));
    const fillers = await this.#fillers(due.filter((_, index) => known[index] === undefined));
    const signed = await Promise.all(
      fillers.map(async ({ nonce, from }) => ({
        from,
        to: await firstVersion(this.#options.signer, from.value, nonce, terms(CANCEL_GAS)),
      })),
    );
    // It was final, and the chain has lost it since: what was told is made true again.
    const lost = known.flatMap((from): Move[] =>
      from === undefined || from.value.open ? [] : [{ from, to: reopened(from.value) }],
    );
    return [...lost, ...signed];
  }

  async #fillers(
    nonces: readonly number[],
  ): Promise<readonly { readonly nonce: number; readonly from: Stored }[]> {
    const to = this.#options.signer.address;
    await this.#journal.transaction(async (tx) => {
      for (const nonce of nonces) {
        await this.#journal.enqueue(tx, {
          id: fillerId(this.#lane, nonce),
          to,
          data: "0x",
          value: 0n,
        });
      }
    });
    const all = await Promise.all(
      nonces.map(async (nonce) => ({
        nonce,
        from: await this.#journal.get(fillerId(this.#lane, nonce)),
      })),
    );
    return all.flatMap(({ nonce, from }) =>
      from?.value.state === "queued" ? [{ nonce, from }] : [],
    );
  }
}

/** Nonces from the chain's next one on that no open transaction has, up to the fence and the highest open one. */
function missingNonces(next: number, fence: number, open: readonly Stored[]): readonly number[] {
  const held = new Set(open.map(({ value }) => value.nonce));
  const waiting = open.flatMap(({ value: { nonce, state } }) =>
    nonce === null || state === "mined" ? [] : [nonce],
  );
  const length = Math.max(0, Math.max(fence, ...waiting) - next);
  return Array.from({ length }, (_, index) => next + index).filter((nonce) => !held.has(nonce));
}

function foreignChain(nonce: number, missing: number): NodeError {
  return new NodeError(
    "CHAIN_MISMATCH",
    `The chain knows ${nonce} transactions of the wallet, the journal ${missing} more: it is another chain, or one ` +
      `that was set back. Nothing is sent. Use the store and the chain that belong together.`,
    { details: { expected: nonce + missing, found: nonce } },
  );
}
