/** Requirements of the bus suite on an engine under test, and the small tools that its facts share. */

import assert from "node:assert/strict";

import { hasCode, type Bus } from "@bourse/kernel";

export { eventually } from "../eventually.ts";

/** A bus under test, fresh and empty. */
export interface BusUnderTest {
  /** The bus. */
  readonly bus: Bus;
  /** Lets `milliseconds` of the bus's time pass: a manual clock's `advance`, or a real wait. */
  readonly pass: (milliseconds: number) => Promise<void>;
  /** Opens another bus on the same server, as another process would. Default: everything happens on the one bus. */
  readonly another?: () => Promise<Bus>;
  /** Waits until the bus has done all that is ready: round trips to a server. Default: some turns of the event loop. */
  readonly settle?: () => Promise<void>;
}

/** Options of {@link busConformance}: the test runner and the engine. */
export interface BusConformanceSetup {
  /** Declares one test: `test` of node:test or of vitest will do. */
  readonly test: (name: string, run: () => Promise<void>) => unknown;
  /** Opens a bus whose queues hold `maxWaiting` messages and rest rejected ones for `redeliveryDelayMilliseconds`. */
  readonly open: (settings: {
    readonly maxWaiting: number;
    readonly redeliveryDelayMilliseconds: number;
  }) => Promise<BusUnderTest>;
  /**
   * Length in milliseconds of the leases that facts let run out; rejected messages rest for half of it. Default 100; an
   * engine in real time needs several times its longest pause.
   */
  readonly leaseMilliseconds?: number;
}

/** The bus of one fact, with everything that is optional filled in. */
interface Scene {
  readonly bus: Bus;
  /** A second bus on the same server; the same bus where there is only one. */
  readonly other: Bus;
  readonly pass: (milliseconds: number) => Promise<void>;
  readonly settle: () => Promise<void>;
  readonly leaseMilliseconds: number;
  readonly redeliveryDelayMilliseconds: number;
}

/** A fact about one fresh bus, which is closed afterwards. */
export interface BusFact {
  readonly name: string;
  readonly run: (scene: Scene) => Promise<void>;
}

/** Number of messages that a queue of the suite holds. */
export const MAX_WAITING = 20;

/** Options of a consumer that takes one message at a time, under a lease that does not run out within a fact. */
export const ONE_AT_A_TIME = { concurrency: 1, leaseMilliseconds: 10_000 } as const;

/** Options of a request whose time-out no fact waits for. */
export const LIMITS = { timeoutMilliseconds: 10_000 } as const;

/** Rejects unless `promise` rejects with one of our errors that has `code`. */
export async function rejectsWith(promise: Promise<unknown>, code: string): Promise<void> {
  await assert.rejects(promise, (error) => {
    assert.ok(hasCode(error, code), `expected ${code}, found ${String(error)}`);
    return true;
  });
}

/** Gives everything that is ready in this process ample turns to run. */
export async function manyTurns(): Promise<void> {
  for (let turns = 0; turns < 20; turns++) await turn();
}

/** Resolves once `signal` is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
