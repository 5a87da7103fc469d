/** The least priority fee that the chain's endpoints have shown to take: the next transaction begins with it. */
import type { LaneTransaction } from "./lane-transaction.ts";

/** Time for which a minimum is remembered after the last refusal that showed it. */
const REMEMBERED_MILLISECONDS = 600_000;

export class LeastTip {
  readonly #least: bigint;
  #shown = 0n;
  #until = 0;

  /** `least` is the operator's own minimum in wei. */
  constructor(least: bigint) {
    this.#least = least;
  }

  /** Minimum in wei at a time in milliseconds since the epoch. */
  at(now: number): bigint {
    return now < this.#until && this.#shown > this.#least ? this.#shown : this.#least;
  }

  /** Learns from what an endpoint has said to a transaction: the minimum of its words, or fees that it took at last. */
  learn(before: LaneTransaction, after: LaneTransaction, now: number): void {
    const tip = BigInt(after.versions.at(-1)?.maxPriorityFeePerGas ?? 0);
    const isClimbed = before.refusal?.isUnderpriced === true && after.refusal === null;
    const named = after.refusal?.leastTip ?? null;
    if (named === null && !isClimbed) return;
    this.#shown = named === null ? tip : BigInt(named);
    this.#until = now + REMEMBERED_MILLISECONDS;
  }
}
