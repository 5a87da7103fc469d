/** Stored jobs and their counters: every change goes through the ledger, so that the counters always add up. */

import type { Clock, Store, Transaction, Versioned } from "@bourse/kernel";

import { forgetEvents, recordEvent } from "../events/event-log.ts";
import { jobCounters, jobDetails, jobRequests, jobs, type JobCounters } from "./collections.ts";
import { stepOf } from "./job-events.ts";
import { checkJobQuotas, countOwnersJobs, unlimitedJobs, type JobQuotas } from "./job-quotas.ts";
import {
  isUnfinished,
  type JobDocument,
  type JobLabels,
  type JobStats,
  type JobStatus,
  type JobStepEvent,
} from "./job.ts";
import { deleteTrace } from "./trace-store.ts";
import { transition, type JobChange } from "./transitions.ts";
import { deleteDroppedParts } from "./work-parts.ts";

/** Outcome of a change: `refused` when the job's state does not allow it, `unknown` without such a job. */
type JobChanged =
  | {
      readonly outcome: "changed";
      readonly job: JobDocument;
      readonly from: JobStatus;
      /** The recorded event of the change, to be published; undefined for a change that is none. */
      readonly event: JobStepEvent | undefined;
    }
  | { readonly outcome: "refused"; readonly job: JobDocument }
  | { readonly outcome: "unknown" };

/** Outcome of a deletion: `refused` for an unfinished job, `unknown` without such a job. */
type JobRemoved =
  | { readonly outcome: "removed" | "refused"; readonly job: JobDocument }
  | { readonly outcome: "unknown" };

/** Access to stored jobs. */
export interface JobLedger {
  /**
   * Reads the counters, which every new job changes: as the first read of a transaction it makes transactions wait for
   * each other before they take a session of the database, where they would hold it idle.
   */
  queue(tx: Transaction): Promise<void>;
  /**
   * Numbers the job and stores it in the caller's transaction, and records the event of its creation.
   *
   * @throws EngineError QUOTA_EXCEEDED; nothing is written then
   */
  insert(
    tx: Transaction,
    job: Omit<JobDocument, "number">,
    quotas?: JobQuotas,
  ): Promise<{ readonly job: JobDocument; readonly event: JobStepEvent }>;
  /** Applies a change atomically; `also` joins its transaction when the change was allowed. */
  change(
    uuid: string,
    change: JobChange,
    also?: (tx: Transaction, job: JobDocument) => Promise<void>,
  ): Promise<JobChanged>;
  /** Gives a job labels, and leaves those that are absent as they are; undefined without such a job. */
  label(uuid: string, labels: Partial<JobLabels>): Promise<JobDocument | undefined>;
  /** Deletes a finished job with all that belongs to it, atomically. */
  remove(uuid: string): Promise<JobRemoved>;
  stats(): Promise<JobStats>;
}

/**
 * Work in the transaction of each step of a job, such as an entry of an outbox; with its error the step is not taken.
 * The store may call it again after a conflict.
 */
export type TellStep = (
  tx: Transaction,
  event: JobStepEvent,
  ownerId: string | null,
) => Promise<void>;

const nobody: TellStep = () => Promise.resolve();

const fresh: JobCounters = {
  id: "jobs",
  lastNumber: 0,
  pending: 0,
  running: 0,
  completed: 0,
  failed: 0,
  cancelled: 0,
};

/** Creates a ledger over `store`. Each call is one transaction of a few documents. */
export function createJobLedger(store: Store, clock: Clock, tell: TellStep = nobody): JobLedger {
  return {
    queue: async (tx) => void (await tx.get(jobCounters, "jobs")),
    insert: (tx, job, quotas) => insert(tell, tx, job, quotas),
    change: (uuid, change, also) =>
      store.transaction((tx) => apply(tell, tx, uuid, change, clock.now(), also)),
    label: (uuid, labels) => store.transaction((tx) => label(tx, uuid, labels)),
    remove: (uuid) => store.transaction((tx) => remove(tx, uuid)),
    async stats() {
      const counters = (await store.get(jobCounters, "jobs"))?.value ?? fresh;
      const { pending, running, completed, failed, cancelled } = counters;
      const total = pending + running + completed + failed + cancelled;
      return { total, pending, running, completed, failed, cancelled };
    },
  };
}

async function insert(
  tell: TellStep,
  tx: Transaction,
  job: Omit<JobDocument, "number">,
  quotas: JobQuotas = unlimitedJobs,
): Promise<{ readonly job: JobDocument; readonly event: JobStepEvent }> {
  const counters = await tx.get(jobCounters, "jobs");
  await checkJobQuotas(tx, counters?.value ?? fresh, job.ownerId, quotas);
  const number = (counters?.value.lastNumber ?? 0) + 1;
  const changes = nextChange(counters);
  const count = { [job.status]: countOf(counters, job.status) + 1 };
  await save(tx, counters, { lastNumber: number, changes, ...count });
  await countOwnersJobs(tx, job.ownerId, { kept: 1, unfinished: 1 });
  const { value } = await tx.insert(jobs, { ...job, number, change: changes });
  return { job: value, event: await record(tell, tx, "job.created", value) };
}

async function apply(
  tell: TellStep,
  tx: Transaction,
  uuid: string,
  change: JobChange,
  now: number,
  also?: (tx: Transaction, job: JobDocument) => Promise<void>,
): Promise<JobChanged> {
  const found = await tx.get(jobs, uuid);
  if (found === undefined) return { outcome: "unknown" };
  const from = found.value.status;
  const next = transition(found.value, change, now);
  if (next === undefined) return { outcome: "refused", job: found.value };
  const { value: job } = await tx.replace(jobs, await numbered(tx, next, from), found.version);
  if (job.status !== from) {
    // An unfinished job may finish; a finished one never becomes unfinished again.
    if (!isUnfinished(job.status)) await countOwnersJobs(tx, job.ownerId, { unfinished: -1 });
  }
  await deleteDroppedParts(tx, found.value, job);
  await also?.(tx, job);
  const type = stepType(change, job);
  const event = type === undefined ? undefined : await record(tell, tx, type, job);
  return { outcome: "changed", job, from, event };
}

/** The next state with the number of its change, where its status is another; counts both. */
async function numbered(tx: Transaction, next: JobDocument, from: JobStatus): Promise<JobDocument> {
  if (next.status === from) return next;
  const counters = await tx.get(jobCounters, "jobs");
  const changes = nextChange(counters);
  await save(tx, counters, {
    changes,
    [from]: countOf(counters, from) - 1,
    [next.status]: countOf(counters, next.status) + 1,
  });
  return { ...next, change: changes };
}

async function label(
  tx: Transaction,
  uuid: string,
  labels: Partial<JobLabels>,
): Promise<JobDocument | undefined> {
  const counters = await tx.get(jobCounters, "jobs");
  const found = await tx.get(jobs, uuid);
  if (found === undefined) return undefined;
  const changes = nextChange(counters);
  await save(tx, counters, { changes });
  const job = { ...found.value, ...labels, change: changes };
  return (await tx.replace(jobs, job, found.version)).value;
}

async function record(
  tell: TellStep,
  tx: Transaction,
  type: JobStepEvent["type"],
  job: JobDocument,
): Promise<JobStepEvent> {
  const event = stepOf(type, job);
  await tell(tx, event, job.ownerId);
  return await recordEvent(tx, event);
}

/** The step that a change is; undefined for a change that nobody is told of. */
function stepType({ kind }: JobChange, { status }: JobDocument): JobStepEvent["type"] | undefined {
  if (status === "pending") return undefined;
  if (status !== "running") return `job.${status}`;
  return kind === "claim" ? "job.started" : undefined;
}

async function remove(tx: Transaction, uuid: string): Promise<JobRemoved> {
  const found = await tx.get(jobs, uuid);
  if (found === undefined) return { outcome: "unknown" };
  const { value: job, version } = found;
  if (isUnfinished(job.status)) return { outcome: "refused", job };
  await tx.delete(jobs, uuid, version);
  const details = await tx.get(jobDetails, uuid);
  if (details !== undefined) await tx.delete(jobDetails, uuid, details.version);
  await deleteTrace(tx, uuid);
  await forgetEvents(tx, uuid);
  // With its key, so that the keys of a day are never more than the jobs.
  const request = job.requestId === null ? undefined : await tx.get(jobRequests, job.requestId);
  if (request?.value.jobUuid === uuid) {
    await tx.delete(jobRequests, request.value.id, request.version);
  }
  const counters = await tx.get(jobCounters, "jobs");
  await save(tx, counters, { [job.status]: countOf(counters, job.status) - 1 });
  await countOwnersJobs(tx, job.ownerId, { kept: -1 });
  return { outcome: "removed", job };
}

function nextChange(counters: Versioned<JobCounters> | undefined): number {
  return (counters?.value.changes ?? 0) + 1;
}

function countOf(counters: Versioned<JobCounters> | undefined, status: JobStatus): number {
  return (counters?.value ?? fresh)[status];
}

async function save(
  tx: Transaction,
  before: Versioned<JobCounters> | undefined,
  change: Partial<Omit<JobCounters, "id">>,
): Promise<void> {
  if (before === undefined) await tx.insert(jobCounters, { ...fresh, ...change });
  else await tx.replace(jobCounters, { ...before.value, ...change }, before.version);
}
