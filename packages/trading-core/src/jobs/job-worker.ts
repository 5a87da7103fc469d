/** Runs jobs: claims them under a lease, keeps the lease alive, ends them by compare-and-set. */

import {
  booleanOption,
  functionOption,
  integerOption,
  KernelError,
  portOption,
  resolveOptions,
  textOption,
  withDeadline,
  type Bus,
  type Clock,
  type Delivery,
  type OptionRules,
  type Store,
  type Subscription,
} from "@bourse/kernel";

import { publishStep } from "./job-events.ts";
import { queueOf, type JobDocument, type JobType } from "./job.ts";
import { createJobLedger, type JobLedger, type TellStep } from "./ledger.ts";
import { createRecovery, type Recovery } from "./recovery.ts";
import { runClaimedJob, type JobRunners } from "./run-claimed-job.ts";

/** Options of {@link createJobWorker}. */
export interface JobWorkerOptions {
  /** Store with {@link jobCollections}; the worker never closes it. */
  readonly store: Store;
  /** Bus that carries the queue and the events. */
  readonly bus: Bus;
  /** Source of time for leases and timers. */
  readonly clock: Clock;
  /** Identifier that no other worker has or had: a new uuid. 1–200 characters. */
  readonly workerId: string;
  /** Runners by job type. */
  readonly runners: JobRunners;
  /** Maximum number of jobs of one queue that run at a time. 1–1000, default 1. */
  readonly concurrency?: number;
  /** Lease of a claim without a heartbeat, in milliseconds. 100–86,400,000, default 30,000. */
  readonly leaseMilliseconds?: number;
  /** Interval in milliseconds at which a claim is renewed and a cancellation noticed. 10–86,400,000, default 10,000. */
  readonly heartbeatMilliseconds?: number;
  /**
   * Interval in milliseconds at which the store is searched for jobs without a queue message. 10–86,400,000, default
   * 5000.
   */
  readonly sweepMilliseconds?: number;
  /** Maximum number of tries: a job that lost its worker that often fails. 1–100, default 3. */
  readonly maxTries?: number;
  /**
   * True when this process alone uses the store (a locked folder): every lease found at the start then belongs to a
   * dead process, and its job runs again at once. Default false: leases expire first.
   */
  readonly exclusive?: boolean;
  /** Days after which a finished job is deleted. 0–36,500, default 0: jobs are kept until somebody deletes them. */
  readonly keepFinishedDays?: number;
  /**
   * Tells whether this worker may search the store now: of many processes one is enough. Default: it always may.
   */
  readonly isSweeper?: () => boolean;
  /** Work in the transaction of each step of a job. Default: none. */
  readonly tellStep?: TellStep;
  /** Called with infrastructure errors, not job failures. Default: no-op. */
  readonly onError?: (error: unknown, jobUuid: string | undefined) => void;
}

/** A worker that claims jobs and runs them. */
export interface JobWorker {
  /** Recovers the jobs that a previous process left unfinished, then takes jobs until it is stopped. */
  start(): Promise<void>;
  /** Searches for waiting jobs now instead of at the next interval. */
  sweep(): Promise<void>;
  /**
   * Takes no more jobs, waits for the running ones, and releases those that are not done by the deadline.
   * `deadlineMilliseconds`: default 5000.
   */
  stop(options?: { readonly deadlineMilliseconds?: number }): Promise<void>;
}

/**
 * Creates a worker that is not started yet. Any number of workers, in any number of processes, may share a store and a
 * bus.
 *
 * @throws KernelError OPTION_INVALID
 */
export function createJobWorker(given: JobWorkerOptions): JobWorker {
  const options = resolveOptions("createJobWorker", given, rules);
  const { bus, clock, store } = options;
  const ledger = createJobLedger(store, clock, options.tellStep);
  const { keepFinishedDays, isSweeper, onError } = options;
  const recovery = createRecovery({
    store,
    bus,
    clock,
    ledger,
    keepFinishedDays,
    isSweeper,
    onError,
  });
  const parts = { ...options, ledger, recovery };
  const stopping = new AbortController();
  /** Jobs that run here. Their leases are alive whatever the clock says: a jump of it takes none away. */
  const running = new Set<string>();
  let consumers: readonly Subscription[] = [];

  return {
    async start() {
      if (options.exclusive) await recovery.expireLeases();
      const { concurrency, leaseMilliseconds } = options;
      const work = async (delivery: Delivery<unknown>): Promise<void> => {
        const uuid = uuidIn(delivery.payload);
        if (running.has(uuid)) return;
        running.add(uuid);
        try {
          await runOne(parts, uuid, delivery, stopping.signal);
        } finally {
          running.delete(uuid);
        }
      };
      consumers = queuesOf(options.runners).map((queue) =>
        bus.consume(queue, work, { concurrency, leaseMilliseconds }),
      );
      await recovery.sweep();
      recovery.start(options.sweepMilliseconds);
    },
    sweep: () => recovery.sweep(),
    async stop({ deadlineMilliseconds = 5000 } = {}) {
      await recovery.stop();
      const ended = Promise.all(consumers.map((consumer) => consumer.stop()));
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
  concurrency: integerOption({ min: 1, max: 1000, default: 1 }),
  leaseMilliseconds: integerOption({ min: 100, max: 86_400_000, default: 30_000 }),
  heartbeatMilliseconds: integerOption({ min: 10, max: 86_400_000, default: 10_000 }),
  sweepMilliseconds: integerOption({ min: 10, max: 86_400_000, default: 5000 }),
  maxTries: integerOption({ min: 1, max: 100, default: 3 }),
  exclusive: booleanOption({ default: false }),
  keepFinishedDays: integerOption({ min: 0, max: 36_500, default: 0 }),
  isSweeper: functionOption({ default: () => true }),
  tellStep: functionOption<TellStep>({ default: () => Promise.resolve() }),
  onError: functionOption({ default: () => undefined }),
};

type Resolved = Required<JobWorkerOptions>;

/** The job that a message of the queue is about. @throws KernelError BUS_MESSAGE_UNREADABLE */
function uuidIn(payload: unknown): string {
  const { uuid } = (payload ?? {}) as { readonly uuid?: unknown };
  if (typeof uuid === "string" && uuid !== "" && uuid.length <= 200) return uuid;
  throw new KernelError("BUS_MESSAGE_UNREADABLE", "A message of the queue names no job.");
}

/** The queues of the jobs that there are runners for. */
function queuesOf(runners: JobRunners): readonly string[] {
  return [...new Set((Object.keys(runners) as JobType[]).map(queueOf))];
}

interface WorkParts extends Resolved {
  readonly ledger: JobLedger;
  readonly recovery: Recovery;
}

/** Runs the job of a message. Resolving acknowledges the message; rejecting asks the bus for another delivery. */
async function runOne(
  parts: WorkParts,
  uuid: string,
  delivery: Delivery<unknown>,
  stopping: AbortSignal,
): Promise<void> {
  let isUnfinished = false;
  try {
    const job = await claim(parts, uuid);
    if (job !== undefined) isUnfinished = await runClaimedJob(parts, delivery, job, stopping);
  } catch (error) {
    // The store failed: the message is dropped, the lease expires, and the next search queues the job again.
    parts.onError(error, uuid);
  }
  parts.recovery.jobDone();
  if (isUnfinished) throw new Error(`the job ${uuid} was released and needs another delivery`);
}

/** Claims the job; undefined when it has ended, was cancelled, is held by another worker, or was tried too often. */
async function claim(parts: WorkParts, uuid: string): Promise<JobDocument | undefined> {
  const { workerId, leaseMilliseconds, maxTries, bus, ledger } = parts;
  const taken = await ledger.change(uuid, { kind: "claim", workerId, leaseMilliseconds, maxTries });
  if (taken.outcome !== "changed") return undefined;
  publishStep(bus, taken.event);
  return taken.job.status === "failed" ? undefined : taken.job;
}
