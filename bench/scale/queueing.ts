/**
 * Queues with several servers, first come, first served: the closed forms where there are some, and a simulation for
 * any distribution of service times (M/G/k in Kendall's notation). Times are in seconds.
 */

import { seededRandom } from "@bourse/kernel";

/** Source of numbers from 0 up to 1. */
type Uniform = () => number;

/** Draws one service time in seconds. */
export type ServiceTime = (uniform: Uniform) => number;

/** A queue to simulate. */
export interface Queue {
  /** Arrivals a second, in a Poisson process. */
  readonly arrivalsPerSecond: number;
  /** Number of servers, such as cores or threads. */
  readonly servers: number;
  readonly service: ServiceTime;
  /** Number of customers that are counted. */
  readonly customers: number;
  /** Text that fixes the random numbers. */
  readonly seed: string;
}

/** Waits of the counted customers. */
export interface Outcome {
  /** Fraction of the servers' time that they were at work. */
  readonly utilisation: number;
  /** Fraction of the customers that had to wait. */
  readonly waiting: number;
  readonly meanWaitSeconds: number;
  /** Wait that 99 of 100 customers stay below. */
  readonly p99WaitSeconds: number;
}

/**
 * Probability that a customer of M/M/k has to wait (Erlang's C formula); `load` is arrivals times mean service time,
 * below `servers`.
 */
export function erlangC(servers: number, load: number): number {
  // Erlang's B by its recursion, which overflows for no number of servers.
  let blocked = 1;
  for (let n = 1; n <= servers; n += 1) blocked = (load * blocked) / (n + load * blocked);
  const idle = 1 - load / servers;
  return blocked / (idle + blocked * (1 - idle));
}

/** Mean wait in M/M/k. */
export function meanWaitOfExponential(servers: number, rate: number, meanService: number): number {
  const load = rate * meanService;
  return (erlangC(servers, load) * meanService) / (servers - load);
}

/** Wait that the fraction `quantile` of the customers of M/M/k stays below. */
export function waitQuantileOfExponential(
  servers: number,
  rate: number,
  meanService: number,
  quantile: number,
): number {
  const load = rate * meanService;
  const late = erlangC(servers, load) / (1 - quantile);
  return late <= 1 ? 0 : (Math.log(late) * meanService) / (servers - load);
}

/** Mean wait in M/G/1 (Pollaczek and Khinchine); `variation` is the squared coefficient of variation. */
export function meanWaitOfOne(rate: number, meanService: number, variation: number): number {
  const load = rate * meanService;
  return ((load * meanService) / (1 - load)) * ((1 + variation) / 2);
}

/** Service times with a memoryless distribution. */
export function exponential(meanSeconds: number): ServiceTime {
  return (uniform) => -Math.log(1 - uniform()) * meanSeconds;
}

/** Service times drawn from measured ones, with replacement. */
export function measured(seconds: readonly number[]): ServiceTime {
  return (uniform) => seconds[Math.floor(uniform() * seconds.length)]!;
}

/** Mean and squared coefficient of variation. */
export function moments(seconds: readonly number[]): { mean: number; variation: number } {
  const mean = seconds.reduce((sum, one) => sum + one, 0) / seconds.length;
  const square = seconds.reduce((sum, one) => sum + (one - mean) ** 2, 0) / seconds.length;
  return { mean, variation: square / mean ** 2 };
}

/** Simulates a queue customer by customer, after a tenth of them to warm up. */
export function simulateQueue(queue: Queue): Outcome {
  const { arrivalsPerSecond, servers, service, customers, seed } = queue;
  const random = seededRandom(seed);
  const uniform = (): number => random.next();
  const interval = exponential(1 / arrivalsPerSecond);
  const free = new Earliest(servers);
  const warmUp = Math.ceil(customers / 10);
  const waits = new Float64Array(customers);
  let now = 0;
  let begin = 0;
  let work = 0;
  let late = 0;
  for (let n = -warmUp; n < customers; n += 1) {
    now += interval(uniform);
    if (n === 0) begin = now;
    const start = Math.max(now, free.first);
    const time = service(uniform);
    free.replaceFirst(start + time);
    if (n < 0) continue;
    waits[n] = start - now;
    work += time;
    if (start > now) late += 1;
  }
  waits.sort();
  return {
    utilisation: work / ((now - begin) * servers),
    waiting: late / customers,
    meanWaitSeconds: waits.reduce((sum, wait) => sum + wait, 0) / customers,
    p99WaitSeconds: waits[Math.ceil(customers * 0.99) - 1]!,
  };
}

/** Times at which servers become free, the first one at the root of a binary heap. */
class Earliest {
  readonly #times: Float64Array;

  constructor(servers: number) {
    this.#times = new Float64Array(servers);
  }

  get first(): number {
    return this.#times[0]!;
  }

  replaceFirst(time: number): void {
    const times = this.#times;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= times.length) break;
      if (child + 1 < times.length && times[child + 1]! < times[child]!) child += 1;
      if (times[child]! >= time) break;
      times[at] = times[child]!;
      at = child;
    }
    times[at] = time;
  }
}
