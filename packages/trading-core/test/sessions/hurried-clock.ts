/** A clock that runs faster than the machine's, the same in every process that is told its beginning. */

import { systemClock, type Clock } from "@bourse/kernel";

export interface HurriedTime {
  /** Time of the machine's clock at the beginning, milliseconds UTC. */
  readonly startedAt: number;
  /** Time of the hurried clock then, milliseconds UTC. */
  readonly from: number;
  /** Milliseconds that pass in one of the machine's. */
  readonly speed: number;
}

export function createHurriedClock({ startedAt, from, speed }: HurriedTime): Clock {
  return {
    now: () => from + (Date.now() - startedAt) * speed,
    monotonic: () => performance.now() * speed,
    sleep: (milliseconds, signal, timer) => systemClock.sleep(milliseconds / speed, signal, timer),
  };
}
