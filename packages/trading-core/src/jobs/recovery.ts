/** Recovery of jobs that have no message in the queue any more, and deletion of those that were kept long enough. */

import {
  hasCode,
  pauseInBackground,
  type Bus,
  type Clock,
  type Page,
  type Store,
} from "@bourse/kernel";

import { jobs } from "./collections.ts";
import { jobTypes, queueOf, type JobDocument } from "./job.ts";
import type { JobLedger } from "./ledger.ts";

export interface RecoveryOptions {
  readonly store: Store;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly ledger: JobLedger;
  readonly keepFinishedDays: number;
  readonly isSweeper: () => boolean;
  readonly onError: (error: unknown, jobUuid: string | undefined) => void;
}

export interface Recovery {
  /** Ends every lease in the store. Correct only when no other process can hold one. */
  expireLeases(): Promise<void>;
  /**
   * Queues every job that a worker may take, oldest first, until the queue is full. A message for a job that
   * is queued already changes nothing, so a sweep is safe at any time. Then deletes finished jobs, the oldest first,
   * that were kept for `keepFinishedDays`: at most 100 of each status.
   */
  sweep(): Promise<void>;
  /** Sweeps every `milliseconds`, until `stop`. */
  start(milliseconds: number): void;
  /** Reports an ended job: there is room in the queue for jobs that the last sweep could not queue. */
  jobDone(): void;
  stop(): Promise<void>;
}

/** Number of queues of jobs. */
const QUEUES = new Set(jobTypes.map(queueOf)).size;
/** Jobs read in one page, and ended jobs after which a full queue is filled up again. */
const batch = 100;

/** A recovery over one store and queue; it holds a timer only between `start` and `stop`. */
export function createRecovery(options: RecoveryOptions): Recovery {
  const { clock, onError } = options;
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let timer: Promise<void> = Promise.resolve();
  let leftBehind = false;
  let doneSinceSweep = 0;

  /** One sweep at a time; none rejects. */
  function sweep(): Promise<void> {
    running = running.then(async () => {
      if (stopping.signal.aborted || !options.isSweeper()) return;
      doneSinceSweep = 0;
      try {
        leftBehind = !(await queueClaimable(options));
        await deleteOldJobs(options);
      } catch (error) {
        onError(error, undefined);
      }
    });
    return running;
  }

  async function repeat(milliseconds: number): Promise<void> {
    while (await pauseInBackground(clock, milliseconds, stopping.signal)) await sweep();
  }

  return {
    expireLeases: () => expireLeases(options),
    sweep,
    start(milliseconds) {
      timer = repeat(milliseconds);
    },
    jobDone() {
      doneSinceSweep += 1;
      if (leftBehind && doneSinceSweep >= batch) void sweep();
    },
    async stop() {
      stopping.abort();
      await timer;
      await running;
    },
  };
}

async function expireLeases({ store, ledger }: RecoveryOptions): Promise<void> {
  let cursor: string | null | undefined;
  do {
    const page: Page<JobDocument> = await store.find(jobs, {
      index: "by_status",
      equals: ["running"],
      limit: batch,
      ...(cursor ? { cursor } : {}),
    });
    const held = page.items.filter(({ value }) => value.workerId !== null);
    // Together, so that they share one flush.
    await Promise.all(
      held.map(({ value }) =>
        ledger.change(value.id, { kind: "expireLease", workerId: value.workerId! }),
      ),
    );
    cursor = page.next;
  } while (cursor);
}

async function deleteOldJobs({
  store,
  clock,
  ledger,
  keepFinishedDays,
}: RecoveryOptions): Promise<void> {
  if (keepFinishedDays === 0) return;
  const lte = clock.now() - keepFinishedDays * 86_400_000;
  for (const status of ["completed", "failed", "cancelled"] as const) {
    const old = await store.find(jobs, {
      index: "by_completion",
      equals: [status],
      range: { lte },
      limit: batch,
    });
    for (const { value } of old.items) await ledger.remove(value.id);
  }
}

/** Resolves to true when every job was enqueued. */
async function queueClaimable({ store, bus, clock }: RecoveryOptions): Promise<boolean> {
  const queries = [
    { index: "by_lease", equals: ["running"], range: { lte: clock.now() } },
    { index: "by_status", equals: ["pending"] },
  ] as const;
  const full = new Set<string>();
  for (const query of queries) {
    let cursor: string | null | undefined;
    do {
      const page: Page<JobDocument> = await store.find(jobs, {
        ...query,
        limit: batch,
        ...(cursor ? { cursor } : {}),
      });
      for (const { value } of page.items) {
        if (!full.has(queueOf(value.jobType)) && !(await queued(bus, value))) {
          full.add(queueOf(value.jobType));
          if (full.size === QUEUES) return false;
        }
      }
      cursor = page.next;
    } while (cursor);
  }
  return full.size === 0;
}

async function queued(bus: Bus, { id: uuid, jobType }: JobDocument): Promise<boolean> {
  try {
    await bus.enqueue(queueOf(jobType), uuid, { uuid });
    return true;
  } catch (error) {
    if (hasCode(error, "BUS_QUEUE_FULL")) return false;
    throw error;
  }
}
