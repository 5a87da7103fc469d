/**
 * Fairness between the receivers of an outbox: none takes more than its places. One that is slow gets a single delivery
 * at a time, and one that fails with growing pauses in between, until it takes one quickly. Held in memory by each
 * process.
 */

import type { ResolvedOutboxOptions } from "../options.ts";

const FIRST_PAUSE_MILLISECONDS = 1000;
/** Duration from which a delivery that was taken counts as slow. */
const SLOW_MILLISECONDS = 2000;
const LONGEST_PAUSE_MILLISECONDS = 60_000;
/** Receivers in trouble that are remembered at most; the one that is longest in trouble is forgotten first. */
const MAX_TROUBLES = 10_000;

type Parts = Pick<ResolvedOutboxOptions, "groupConcurrency" | "processClock">;

export class Groups {
  readonly #parts: Parts;
  readonly #running = new Map<string, number>();
  readonly #troubles = new Map<string, { readonly failures: number; readonly until: number }>();
  /** True while entries of groups without room hide others: the groups are asked in turn. */
  areInTurn = false;
  /** Group that was asked last; null to begin with the first. */
  lastAsked: string | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Deliveries that may be begun for a group now; entries without a group are not bounded. */
  room(group: string | undefined): number {
    if (group === undefined) return Infinity;
    const trouble = this.#troubles.get(group);
    const running = this.#running.get(group) ?? 0;
    if (trouble === undefined) return this.#parts.groupConcurrency - running;
    return this.#parts.processClock.now() < trouble.until ? 0 : 1 - running;
  }

  /** Notes that a delivery has begun. */
  begin(group: string | undefined): void {
    if (group !== undefined) this.#running.set(group, (this.#running.get(group) ?? 0) + 1);
  }

  /** Notes the end of a delivery that was begun at `since` (milliseconds of the process's clock). */
  end(group: string | undefined, isTaken: boolean, since: number): void {
    if (group === undefined) return;
    const left = (this.#running.get(group) ?? 1) - 1;
    if (left === 0) this.#running.delete(group);
    else this.#running.set(group, left);
    const { failures = 0 } = this.#troubles.get(group) ?? {};
    this.#troubles.delete(group);
    const now = this.#parts.processClock.now();
    if (isTaken && now - since < SLOW_MILLISECONDS) return;
    const pause = Math.min(FIRST_PAUSE_MILLISECONDS * 2 ** failures, LONGEST_PAUSE_MILLISECONDS);
    const trouble = isTaken
      ? { failures: 0, until: now }
      : { failures: failures + 1, until: now + pause };
    this.#troubles.set(group, trouble);
    const [oldest] = this.#troubles.keys();
    if (this.#troubles.size > MAX_TROUBLES && oldest !== undefined) this.#troubles.delete(oldest);
  }
}
