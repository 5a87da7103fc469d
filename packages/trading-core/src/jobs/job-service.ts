/** The stored jobs of a service: create, look up, count, cancel, retry, delete. */

import { EngineError } from "@bourse/backtest-engine";
import {
  functionOption,
  integerOption,
  portOption,
  resolveOptions,
  type Bus,
  type Clock,
  type Ids,
  type OptionRules,
  type Store,
  type Transaction,
} from "@bourse/kernel";

import { ownerIdOf } from "../owner-id.ts";
import type { EquityPoint, JobTrade } from "../results/run-trace.ts";
import { checkLabels } from "./check-labels.ts";
import { jobDetails, jobs } from "./collections.ts";
import { dispatchJob } from "./dispatch.ts";
import { addWarning, findRequest, identifyRequest, insertRequest } from "./idempotency.ts";
import { createJobEvents, publishStep, type JobEvents } from "./job-events.ts";
import { checkSort, indexOf, isSearch, type JobPage, type JobQuery } from "./job-query.ts";
import { jobQuotaRules, type JobQuotas } from "./job-quotas.ts";
import { createJobSearch } from "./job-search.ts";
import {
  viewJob,
  type Job,
  type JobDocument,
  type JobLabels,
  type JobStats,
  type JobType,
  type JsonObject,
  type ListedJob,
} from "./job.ts";
import { createJobLedger, type JobLedger, type TellStep } from "./ledger.ts";
import { readEquity, readTrades, type TradePage } from "./trace-store.ts";

/** Options of {@link createJobService}. */
export interface JobServiceOptions extends Partial<JobQuotas> {
  /** Store with {@link jobCollections}; the service never closes it. */
  readonly store: Store;
  /** Bus that carries the queue and the events. */
  readonly bus: Bus;
  /** Source of time. */
  readonly clock: Clock;
  /** Source of the jobs' uuids. */
  readonly ids: Pick<Ids, "uuid">;
  /** Longest time that a creation waits for the queue, in milliseconds. 1–60,000, default 1500. */
  readonly dispatchTimeoutMilliseconds?: number;
  /** Work in the transaction of each step of a job. Default: none. */
  readonly tellStep?: TellStep;
}

/** Options of a submission. */
export interface JobRequestOptions {
  /**
   * Key under which a repeated request of this owner gets the first answer for 24 hours, as long as the job is kept.
   * Default: none, every call creates a job.
   */
  readonly idempotencyKey?: string;
  /**
   * Name of the caller, proved; quotas of one owner count its jobs, and its keys are apart from those of others.
   * Default: none, and only the quotas of all jobs hold.
   */
  readonly owner?: string;
  /**
   * Work in the transaction that creates the job, such as its row of the audit trail; with its error nothing is stored.
   * The store may call it again after a conflict. Not called for a repeated request. Default: none.
   */
  readonly also?: (tx: Transaction, jobUuid: string) => Promise<void>;
}

/** The answer to a submission: the job is stored durably. */
export interface JobDispatch {
  /** Identifier of the job. */
  readonly jobUuid: string;
  /** `running` when a worker takes the job at once, `pending` when it waits for one. */
  readonly status: "pending" | "running";
  /** Reason why the job waits, for people; null when it does not. */
  readonly warning: string | null;
}

/** Stored jobs: create, look up, count, cancel, retry, delete. */
export interface JobService {
  /**
   * Stores a job durably, then queues it. An unreachable bus costs at most the dispatch time-out. The request is not
   * checked: `BacktestService` has a checked method for each kind of simulation.
   *
   * @throws EngineError IDEMPOTENCY_KEY_REUSED; QUOTA_EXCEEDED (details.what, details.limit) when as many jobs are kept
   * or unfinished as may be; the store's own errors, and then nothing was stored
   */
  create(jobType: JobType, request: JsonObject, options?: JobRequestOptions): Promise<JobDispatch>;
  /**
   * Creates a new job with the type and request of one that failed or was cancelled; the old one stays as it is.
   *
   * @throws EngineError JOB_UNKNOWN; JOB_STATE (details.status) for a job in another state; as {@link create}
   */
  retry(uuid: string, options?: JobRequestOptions): Promise<JobDispatch>;
  /**
   * Reads the trades of a completed backtest, of the best combination of a completed sweep, or of all tests of a
   * completed walk-forward, in the order of their exits: all of them, or a page. It reads whole documents of 5,000
   * trades each.
   *
   * @throws EngineError JOB_UNKNOWN; JOB_STATE (details.status, details.jobType) for a job that has none
   */
  trades(uuid: string, page?: TradePage): Promise<readonly JobTrade[]>;
  /**
   * Reads the equity and drawdown of the run that {@link trades} reads. `points`: maximum number of points, at least 2,
   * chosen by LTTB; default: all that are stored, at most `maxEquityPoints`.
   *
   * @throws EngineError as {@link trades}; OPTIONS_INVALID for a number of points below 2
   */
  equity(uuid: string, options?: { readonly points?: number }): Promise<readonly EquityPoint[]>;
  /** Events about steps and progress of jobs. */
  readonly events: JobEvents;
  /**
   * Reads a whole job.
   *
   * @throws EngineError JOB_UNKNOWN
   */
  get(uuid: string): Promise<Job>;
  /**
   * Reads a page of jobs: by status and type newest first by one index range, whatever the number of jobs; else out of
   * the facts of all jobs, which the first such call reads and this process then keeps. Results are without a sweep's
   * `grid` and a walk-forward's `windows`, which {@link get} has.
   *
   * @throws StoreError STORE_CURSOR_INVALID; EngineError OPTIONS_INVALID for an unknown order
   */
  list(query?: JobQuery): Promise<JobPage>;
  /**
   * Gives a job in any state a title, a note, tags or a pin; what is absent stays.
   *
   * @throws EngineError JOB_UNKNOWN; OPTIONS_INVALID (details.option) for a label out of its bounds
   */
  label(uuid: string, labels: Partial<JobLabels>): Promise<ListedJob>;
  /** Counts jobs by status; it reads one document, whatever the number of jobs. */
  stats(): Promise<JobStats>;
  /**
   * Marks a pending or running job as cancelled, in the store only (seed: "worker not signalled"). Its worker notices
   * at the next heartbeat and stops; a late result never overwrites the mark.
   *
   * @throws EngineError JOB_UNKNOWN, JOB_STATE (details.status) when it has ended already
   */
  cancel(uuid: string): Promise<ListedJob>;
  /**
   * Deletes a finished job with its result, trades, equity and idempotency key, and returns what it was. Its number is
   * not given out again.
   *
   * @throws EngineError JOB_UNKNOWN, JOB_STATE (details.status) for an unfinished job
   */
  delete(uuid: string): Promise<ListedJob>;
}

/**
 * Creates the job service over a store and a bus. It holds no state of its own.
 *
 * @throws KernelError OPTION_INVALID
 */
export function createJobService(given: JobServiceOptions): JobService {
  const options = resolveOptions("createJobService", given, rules);
  const { store, bus, clock } = options;
  const parts = { ...options, ledger: createJobLedger(store, clock, options.tellStep) };
  const { ledger } = parts;
  const search = createJobSearch(store);
  return {
    create: (jobType, request, given) => create(parts, jobType, request, given),
    async retry(uuid, given) {
      const found = await store.get(jobs, uuid);
      if (found === undefined) throw unknownJob(uuid);
      const { status, jobType, request } = found.value;
      if (status !== "failed" && status !== "cancelled") throw notRetryable(found.value);
      return create(parts, jobType, request, given, `retry of ${uuid}`);
    },
    async trades(uuid, page) {
      const trades = await readTrades(store, uuid, page);
      return trades ?? refuseTrace(store, uuid);
    },
    async equity(uuid, { points } = {}) {
      const equity = await readEquity(store, uuid, points);
      return equity ?? refuseTrace(store, uuid);
    },
    events: createJobEvents(bus),
    async get(uuid) {
      const found = await store.get(jobs, uuid);
      if (found === undefined) throw unknownJob(uuid);
      const job = viewJob(found.value);
      if (job.result === null || job.jobType === "backtest") return job as Job;
      const details = await store.get(jobDetails, uuid);
      return { ...job, result: { ...job.result, ...details?.value.result } } as Job;
    },
    async list(query = {}) {
      const { limit = 50, cursor, sort = "-created_at" } = query;
      checkSort(sort);
      if (isSearch(query)) {
        const page = await search.find(query);
        return { items: page.items.map((job) => viewJob(job)), next: page.next };
      }
      const { items, next } = await store.find(jobs, {
        ...indexOf(query),
        order: "desc",
        limit,
        ...(cursor !== undefined && { cursor }),
      });
      return { items: items.map(({ value }) => viewJob(value)), next };
    },
    async label(uuid, labels) {
      checkLabels(labels);
      const job = await ledger.label(uuid, labels);
      if (job === undefined) throw unknownJob(uuid);
      return viewJob(job);
    },
    stats: () => ledger.stats(),
    async cancel(uuid) {
      const changed = await ledger.change(uuid, { kind: "cancel" });
      if (changed.outcome === "unknown") throw unknownJob(uuid);
      if (changed.outcome === "refused") throw notCancellable(changed.job);
      publishStep(bus, changed.event);
      return viewJob(changed.job);
    },
    async delete(uuid) {
      const removed = await ledger.remove(uuid);
      if (removed.outcome === "unknown") throw unknownJob(uuid);
      if (removed.outcome === "refused") throw notDeletable(removed.job);
      return viewJob(removed.job);
    },
  };
}

const rules: OptionRules<Required<JobServiceOptions>> = {
  store: portOption<Store>(["transaction", "find", "get"]),
  bus: portOption<Bus>(["enqueue", "publish"]),
  clock: portOption<Clock>(["now", "sleep"]),
  ids: portOption<JobServiceOptions["ids"]>(["uuid"]),
  dispatchTimeoutMilliseconds: integerOption({ min: 1, max: 60_000, default: 1500 }),
  tellStep: functionOption<TellStep>({ default: () => Promise.resolve() }),
  ...jobQuotaRules,
};

interface CreationParts extends Required<JobServiceOptions> {
  readonly ledger: JobLedger;
}

async function create(
  parts: CreationParts,
  jobType: JobType,
  request: JsonObject,
  { idempotencyKey, owner, also }: JobRequestOptions = {},
  action: string = jobType,
): Promise<JobDispatch> {
  const { store, bus, clock, ledger } = parts;
  const identity = identifyRequest({ idempotencyKey, owner }, action, request);
  const now = clock.now();
  const draft = newJob(parts.ids.uuid(), jobType, request, now, {
    ownerId: owner === undefined ? null : ownerIdOf(owner),
    requestId: identity?.id ?? null,
  });
  const created = await store.transaction(async (tx) => {
    await ledger.queue(tx);
    const before = identity && (await findRequest(tx, identity, now));
    if (before !== undefined) return before;
    const inserted = await ledger.insert(tx, draft, parts);
    if (identity) await insertRequest(tx, identity, draft.id, now);
    await also?.(tx, draft.id);
    return inserted;
  });
  if ("jobUuid" in created) return answer(created.jobUuid, created.warning);
  publishStep(bus, created.event);

  const warning = await dispatchJob(bus, clock, draft, parts.dispatchTimeoutMilliseconds);
  if (warning === undefined) return answer(draft.id, null);
  const undone = await ledger.change(draft.id, { kind: "undispatch" }, async (tx) => {
    if (identity) await addWarning(tx, identity, warning);
  });
  // Refused: a worker has taken the job in the meantime, so there is nothing to warn of.
  return answer(draft.id, undone.outcome === "changed" ? warning : null);
}

function answer(jobUuid: string, warning: string | null): JobDispatch {
  return { jobUuid, status: warning === null ? "running" : "pending", warning };
}

/** A new job: running from the start, as the seed requires; undone when the queue does not take the job. */
function newJob(
  id: string,
  jobType: JobType,
  request: JsonObject,
  now: number,
  origin: Pick<JobDocument, "ownerId" | "requestId">,
): Omit<JobDocument, "number"> {
  return {
    id,
    jobType,
    status: "running",
    request,
    result: null,
    error: null,
    createdAt: now,
    updatedAt: now,
    startedAt: null,
    completedAt: null,
    attempt: 0,
    releases: 0,
    leaseUntil: null,
    workerId: null,
    ...origin,
  };
}

function unknownJob(uuid: string): EngineError {
  return new EngineError(
    "JOB_UNKNOWN",
    `No job has the uuid ${JSON.stringify(uuid.slice(0, 64))}.`,
    {
      details: { uuid: uuid.slice(0, 64) },
    },
  );
}

/** Error of a job that has no trades and no equity. */
async function refuseTrace(store: Store, uuid: string): Promise<never> {
  const found = await store.get(jobs, uuid);
  if (found === undefined) throw unknownJob(uuid);
  const { jobType, status } = found.value;
  throw new EngineError(
    "JOB_STATE",
    jobType === "sweep" && status === "completed"
      ? "This sweep keeps no best run: its metric was undefined for every combination, or it was completed before sweeps kept one. Run it again, in the first case with another metric."
      : `Only a completed backtest, sweep or walk-forward has trades and an equity; this job is a ${jobType} that is ${status}.`,
    { details: { uuid, status, jobType } },
  );
}

function notRetryable(job: JobDocument): EngineError {
  return new EngineError(
    "JOB_STATE",
    `Only a failed or cancelled job can be tried again; this one is ${job.status}.`,
    { details: { uuid: job.id, status: job.status } },
  );
}

function notDeletable(job: JobDocument): EngineError {
  return new EngineError(
    "JOB_STATE",
    `Only a completed, failed or cancelled job can be deleted; this one is ${job.status}. Cancel it first.`,
    { details: { uuid: job.id, status: job.status } },
  );
}

function notCancellable(job: JobDocument): EngineError {
  return new EngineError(
    "JOB_STATE",
    `Only a pending or running job can be cancelled; this one is ${job.status}.`,
    { details: { uuid: job.id, status: job.status } },
  );
}
