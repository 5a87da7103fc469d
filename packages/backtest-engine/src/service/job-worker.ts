/** Runs jobs: claims them under a lease, keeps the lease alive, ends them by compare-and-set. */

import {
  booleanOption,
  functionOption,
  integerOption,
  portOption,
  resolveOptions,
  textOption,
  withDeadline,
  type Bus,
  type Clock,
  type Delivery,
  type OptionRules,
  type Store,
} from "@bourse/kernel";

import { publishJob } from "./job-events.ts";
import { jobQueue, type JobDocument, type JobType } from "./job.ts";
import { createJobLedger, type JobLedger } from "./ledger.ts";
import { createRecovery, type Recovery } from "./recovery.ts";
import { runClaimedJob, type JobRunner } from "./run-claimed-job.ts";

export interface JobWorkerOptions {
  readonly store: Store;
  readonly bus: Bus;
  readonly clock: Clock;
  /** Unique among all workers, also those of a process before this one: a fresh uuid. */
  readonly workerId: string;
  readonly runners: Readonly<Partial<Record<JobType, JobRunner>>>;
  /** Jobs at a time. 1–1024, default 1. */
  readonly concurrency?: number;
  /** How long a claim holds without a heartbeat. 100–86,400,000, default 30,000. */
  readonly leaseMilliseconds?: number;
  /** How often a claim is renewed and the cancel mark looked for. 10–86,400,000, default 10,000. */
  readonly heartbeatMilliseconds?: number;
  /** How often the store is searched for jobs that no message stands for. 10–86,400,000, default 5000. */
  readonly sweepMilliseconds?: number;
  /** How often a job may lose its worker before it is failed. 1–100, default 3. */
  readonly maxTries?: number;
  /**
   * The store belongs to this process alone (a locked folder), so every lease found at the start is a dead
   * predecessor's and its job runs again at once. Default false: leases run out first.
   */
  readonly exclusive?: boolean;
  /** Hears of faults that are not the job's own; the default is silence. */
  readonly onError?: (error: unknown, jobUuid: string | undefined) => void;
}

export interface JobWorker {
  /** Recovers what a predecessor left, then takes jobs until it is stopped. */
  start(): Promise<void>;
  /** Brings forward the search for waiting jobs; the tests' way to do without time. */
  sweep(): Promise<void>;
  /** Takes no more jobs, waits for the running ones, and gives back those that are not done in time. */
  stop(options?: { readonly deadlineMilliseconds?: number }): Promise<void>;
}

/** A worker that is not started. Any number of them, in any number of processes, may share a store and a bus. */
export function createJobWorker(given: JobWorkerOptions): JobWorker {
  const options = resolveOptions("createJobWorker", given, rules);
  const { bus, clock, store } = options;
  const ledger = createJobLedger(store, clock);
  const recovery = createRecovery({ store, bus, clock, ledger, onError: options.onError });
  const stopping = new AbortController();
  let consumer: ReturnType<Bus["consume"]> | undefined;

  return {
    async start() {
      if (options.exclusive) await recovery.voidLeases();
      consumer = bus.consume<{ uuid: string }>(
        jobQueue,
        (delivery) => handle(options, ledger, recovery, delivery, stopping.signal),
        { concurrency: options.concurrency, leaseMilliseconds: options.leaseMilliseconds },
      );
      await recovery.sweep();
      recovery.start(options.sweepMilliseconds);
    },
    sweep: () => recovery.sweep(),
    async stop({ deadlineMilliseconds = 5000 } = {}) {
      await recovery.stop();
      const ended = consumer?.stop() ?? Promise.resolve();
      await withDeadline(
        { clock, milliseconds: deadlineMilliseconds, onTimeout: () => undefined },
        () => ended,
      );
      stopping.abort();
      await ended;
    },
  };
}

const rules: OptionRules<Required<JobWorkerOptions>> = {
  store: portOption<Store>(["transaction", "find"]),
  bus: portOption<Bus>(["enqueue", "consume", "publish"]),
  clock: portOption<Clock>(["now", "sleep"]),
  workerId: textOption({ maxLength: 200 }),
  runners: portOption<JobWorkerOptions["runners"]>([]),
  concurrency: integerOption({ min: 1, max: 1024, default: 1 }),
  leaseMilliseconds: integerOption({ min: 100, max: 86_400_000, default: 30_000 }),
  heartbeatMilliseconds: integerOption({ min: 10, max: 86_400_000, default: 10_000 }),
  sweepMilliseconds: integerOption({ min: 10, max: 86_400_000, default: 5000 }),
  maxTries: integerOption({ min: 1, max: 100, default: 3 }),
  exclusive: booleanOption({ default: false }),
  onError: functionOption({ default: () => undefined }),
};

type Resolved = Required<JobWorkerOptions>;

/** Resolving acknowledges the message; rejecting asks the bus for another delivery. */
async function handle(
  options: Resolved,
  ledger: JobLedger,
  recovery: Recovery,
  delivery: Delivery<{ uuid: string }>,
  stopping: AbortSignal,
): Promise<void> {
  const { uuid } = delivery.payload;
  let unfinished = false;
  try {
    const job = await claim(options, ledger, uuid);
    if (job !== undefined)
      unfinished = await runClaimedJob({ ...options, ledger }, delivery, job, stopping);
  } catch (error) {
    // The store failed: the message goes, the lease runs out, and a sweep brings the job back.
    options.onError(error, uuid);
  }
  recovery.jobDone();
  if (unfinished) throw new Error(`the job ${uuid} was given back`);
}

/** The job, now ours; undefined when it has ended, was cancelled, is in other hands, or was tried too often. */
async function claim(
  options: Resolved,
  ledger: JobLedger,
  uuid: string,
): Promise<JobDocument | undefined> {
  const { workerId, leaseMilliseconds, maxTries, bus } = options;
  const taken = await ledger.change(uuid, { kind: "claim", workerId, leaseMilliseconds, maxTries });
  if (taken.outcome !== "changed") return undefined;
  const failed = taken.job.status === "failed";
  publishJob(bus, failed ? "job.failed" : "job.started", taken.job);
  return failed ? undefined : taken.job;
}
