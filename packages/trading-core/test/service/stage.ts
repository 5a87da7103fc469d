/** A store, a bus and a standing clock for the stories about jobs. */

import {
  createInProcessBus,
  createManualClock,
  createMemoryStore,
  seededIds,
  type Bus,
  type ManualClock,
  type Store,
} from "@bourse/kernel";

import { backtestCollections } from "../../src/backtest-service.ts";
import type { JobQuotas } from "../../src/jobs/job-quotas.ts";
import { createJobService, type JobService } from "../../src/jobs/job-service.ts";
import {
  createJobWorker,
  type JobWorker,
  type JobWorkerOptions,
} from "../../src/jobs/job-worker.ts";
import type { JobRunner } from "../../src/jobs/run-claimed-job.ts";

export interface Stage {
  readonly clock: ManualClock;
  readonly store: Store;
  readonly bus: Bus;
  readonly jobs: JobService;
  /** A started worker that runs backtests with `runner`. */
  readonly worker: (runner: JobRunner, options?: Partial<JobWorkerOptions>) => Promise<JobWorker>;
}

export function setStage(
  given: {
    readonly maxWaiting?: number;
    readonly bus?: Bus;
    readonly store?: Store;
    readonly quotas?: Partial<JobQuotas>;
  } = {},
): Stage {
  const clock = createManualClock();
  const store = given.store ?? createMemoryStore({ collections: backtestCollections });
  const { maxWaiting = 1000 } = given;
  const bus = given.bus ?? createInProcessBus({ clock, maxWaiting });
  const ids = seededIds(1);
  return {
    clock,
    store,
    bus,
    jobs: createJobService({ store, bus, clock, ids, ...given.quotas }),
    async worker(runner, options = {}) {
      const workerId = ids.uuid();
      const runners = { backtest: runner };
      const worker = createJobWorker({ store, bus, clock, workerId, runners, ...options });
      await worker.start();
      return worker;
    },
  };
}

/** Lets everything that is ready run until `condition` holds; time stands still meanwhile. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 2000; turn++) {
    if (await condition()) return;
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
  throw new Error(`Waited 2000 turns in vain for ${condition.toString()}.`);
}

/** A runner that the test ends by hand, run by run. */
export function createHeldRunner(): {
  readonly runner: JobRunner;
  readonly runs: {
    readonly uuid: string;
    readonly signal: AbortSignal;
    finish(result: number): void;
  }[];
} {
  const runs: ReturnType<typeof createHeldRunner>["runs"] = [];
  const runner: JobRunner = (job, { signal }) =>
    new Promise((resolve) => {
      runs.push({ uuid: job.uuid, signal, finish: (value) => resolve({ value }) });
    });
  return { runner, runs };
}

/** The methods of a bus, bound, so that one of them can be replaced. */
export function methodsOf(bus: Bus): Bus {
  return {
    enqueue: bus.enqueue.bind(bus),
    consume: bus.consume.bind(bus),
    publish: bus.publish.bind(bus),
    subscribe: bus.subscribe.bind(bus),
    deadLetters: bus.deadLetters.bind(bus),
    countDeadLetters: bus.countDeadLetters.bind(bus),
    removeDeadLetters: bus.removeDeadLetters.bind(bus),
    request: bus.request.bind(bus),
    serve: bus.serve.bind(bus),
    probe: bus.probe.bind(bus),
    close: bus.close.bind(bus),
  };
}

/** The store, with transactions of its own. */
export function withTransactions(store: Store, transaction: Store["transaction"]): Store {
  return new Proxy(store, {
    get(target, name) {
      if (name === "transaction") return transaction;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}
