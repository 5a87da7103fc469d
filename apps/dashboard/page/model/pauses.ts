/** Times without a sample, and the start of the node, as far as its answers tell them. */

import type { StatsPoint } from "@bourse/contract/node";
import { clockTime } from "@bourse/ui/format";

/** Time between two samples in which none was kept. */
interface Pause {
  /** Begin of the first step without a sample, in Unix seconds. */
  readonly from: number;
  /** Begin of the step of the next sample, in Unix seconds. */
  readonly to: number;
}

/** Interruptions of the lines of the charts. */
export interface Pauses {
  /** Oldest first. */
  readonly pauses: readonly Pause[];
  /** Last start of the node in Unix seconds; undefined outside of the time that is shown, or while it is not known. */
  readonly startedAt: number | undefined;
  /** True where the node has a sample before its last start. */
  readonly isRestart: boolean;
}

/**
 * Returns the times between the samples of a series that every sample has, such as the peers. What was before the first
 * sample is not known: the node may be new, or its time of keeping over.
 */
export function pausesOf(
  { points, step }: { readonly points: readonly StatsPoint[]; readonly step: number },
  lastStart?: number,
): Pauses {
  const known = points.filter(({ value }) => value !== null);
  const pauses = known.flatMap(({ timestamp: to }, at) => {
    const before = known[at - 1]?.timestamp ?? to;
    return to - before > step ? [{ from: before + step, to }] : [];
  });
  const [first = { timestamp: Infinity }] = points;
  const startedAt = (lastStart ?? -Infinity) >= first.timestamp ? lastStart : undefined;
  const isRestart = (known[0]?.timestamp ?? Infinity) + step <= (startedAt ?? -Infinity);
  return { pauses, startedAt, isRestart };
}

/** `Restarted 14:03:12 UTC`; undefined where no start is shown. */
export function startWords({ startedAt, isRestart }: Pauses): string | undefined {
  if (startedAt === undefined) return undefined;
  return `${isRestart ? "Restarted" : "Started"} ${clockTime(startedAt)}`;
}

/** `13:55:00 UTC to 14:03:00 UTC` of each pause, the last ones where there are many. */
export function pauseWords({ pauses }: Pauses): string | undefined {
  if (pauses.length === 0) return undefined;
  const told = pauses.slice(-MOST_TOLD);
  const words = told.map(({ from, to }) => `${clockTime(from)} to ${clockTime(to)}`).join(", ");
  const left = pauses.length - told.length;
  return left === 0 ? words : `${words}, and ${left} times before`;
}

const MOST_TOLD = 3;
