/** What a server or an embedder does with jobs: create, look up, count, cancel, try again. */

import {
  integerOption,
  portOption,
  resolveOptions,
  type Bus,
  type Clock,
  type Ids,
  type OptionRules,
  type Store,
} from "@bourse/kernel";

import { EngineError } from "../errors.ts";
import { createStrategyRegistry, type StrategyRegistry } from "../strategies/strategy-registry.ts";
import { jobDetails, jobs } from "./collections.ts";
import { dispatchJob } from "./dispatch.ts";
import { amendRequest, identifyRequest, recallRequest, rememberRequest } from "./idempotency.ts";
import { createJobEvents, publishJob, type JobEvents } from "./job-events.ts";
import {
  viewJob,
  type Job,
  type JobDocument,
  type JobStats,
  type JobStatus,
  type JobType,
  type JsonObject,
} from "./job.ts";
import { createJobLedger, type JobLedger } from "./ledger.ts";
import type { EquityPoint, JobTrade } from "./run-trace.ts";
import {
  checkSweepPayload,
  checkWalkForwardPayload,
  type SweepPayload,
  type WalkForwardPayload,
} from "./sweep-payload.ts";
import { readEquity, readTrades, type TradePage } from "./trace-store.ts";

export interface JobServiceOptions {
  readonly store: Store;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly ids: Pick<Ids, "uuid">;
  /** By which sweeps are checked before they are stored. Default: the built-in strategies. */
  readonly strategies?: StrategyRegistry;
  /** The longest that a creation waits for the queue. 1–60,000, default 1500. */
  readonly dispatchTimeoutMilliseconds?: number;
}

export interface JobRequestOptions {
  /** The same key with the same request gives the same answer for 24 hours. */
  readonly idempotencyKey?: string;
}

/** A job that was stored; with a `warning` it is pending and waits for a worker, without one it is on its way. */
export interface JobDispatch {
  readonly jobUuid: string;
  readonly status: "pending" | "running";
  readonly warning: string | null;
}

export interface JobQuery {
  readonly status?: JobStatus;
  readonly jobType?: JobType;
  /** 1–100. Default 50. */
  readonly limit?: number;
}

export interface JobService {
  /**
   * Stores a job durably, then hands it to the queue. A dead bus costs at most the dispatch time-out.
   *
   * @throws EngineError IDEMPOTENCY_KEY_REUSED; the store's own errors, and then nothing was stored
   */
  create(jobType: JobType, payload: JsonObject, options?: JobRequestOptions): Promise<JobDispatch>;
  /**
   * Stores a sweep, checked: its strategy, its parameters and their number are fine before anything is stored.
   *
   * @throws EngineError STRATEGY_UNKNOWN, PARAMETERS_INVALID, OPTIONS_INVALID, INTERVAL_INVALID; as {@link create}
   */
  submitSweep(payload: SweepPayload, options?: JobRequestOptions): Promise<JobDispatch>;
  /**
   * Stores a walk forward, checked likewise, its windows too.
   *
   * @throws EngineError as {@link submitSweep}; CANDLES_TOO_FEW when not one window fits into `limit`
   */
  submitWalkForward(payload: WalkForwardPayload, options?: JobRequestOptions): Promise<JobDispatch>;
  /**
   * Makes a new job of the same type and payload as one that failed or was cancelled; that one stays as it is.
   *
   * @throws EngineError JOB_UNKNOWN; JOB_STATE (details.status) for a job in another state; as {@link create}
   */
  retry(uuid: string, options?: JobRequestOptions): Promise<JobDispatch>;
  /**
   * The trades of a completed backtest or walk-forward (of all its tests), in the order of their exits: all of them, or a
   * page. Costs as much as the documents of 5,000 that the page lies in.
   *
   * @throws EngineError JOB_UNKNOWN; JOB_STATE (details.status, details.jobType) for a job that has none
   */
  trades(uuid: string, page?: TradePage): Promise<readonly JobTrade[]>;
  /**
   * The equity of a completed backtest or walk-forward with its drawdown. `points`: the most that are given, at least 2, chosen by LTTB;
   * default all that were kept, at most `maxEquityPoints`.
   *
   * @throws EngineError as {@link trades}; OPTIONS_INVALID for a number of points below 2
   */
  equity(uuid: string, options?: { readonly points?: number }): Promise<readonly EquityPoint[]>;
  /** Steps and progress of jobs, as they happen. */
  readonly events: JobEvents;
  /** The whole job. @throws EngineError JOB_UNKNOWN */
  get(uuid: string): Promise<Job>;
  /**
   * Newest first; one index range, whatever the number of jobs. Results are without a sweep's `grid` and a walk-forward's
   * `windows`, which {@link get} has.
   */
  list(query?: JobQuery): Promise<readonly Job[]>;
  /** One document, whatever the number of jobs. */
  stats(): Promise<JobStats>;
  /**
   * Marks a pending or running job as cancelled, in the store only (seed: "worker not signalled"). A worker
   * sees the mark at its next heartbeat and stops; whatever it still brings never overwrites the mark.
   *
   * @throws EngineError JOB_UNKNOWN, JOB_STATE (details.status) when it has ended already
   */
  cancel(uuid: string): Promise<Job>;
}

/** The job service over a store and a bus; it keeps no state of its own. */
export function createJobService(given: JobServiceOptions): JobService {
  const options = resolveOptions("createJobService", given, rules);
  const { store, bus, clock } = options;
  const ledger = createJobLedger(store, clock);
  return {
    create: (jobType, payload, request) => create(options, ledger, jobType, payload, request),
    async submitSweep(payload, request) {
      checkSweepPayload(payload, options.strategies);
      return create(options, ledger, "sweep", payload, request);
    },
    async submitWalkForward(payload, request) {
      checkWalkForwardPayload(payload, options.strategies);
      return create(options, ledger, "walk_forward", payload, request);
    },
    async retry(uuid, request) {
      const found = await store.get(jobs, uuid);
      if (found === undefined) throw unknownJob(uuid);
      const { status, jobType, payload } = found.value;
      if (status !== "failed" && status !== "cancelled") throw notRetryable(found.value);
      return create(options, ledger, jobType, payload, request, `retry of ${uuid}`);
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
      if (job.result === null || !hasDetails(job)) return job;
      const details = await store.get(jobDetails, uuid);
      return { ...job, result: { ...job.result, ...details?.value.result } };
    },
    async list(query = {}) {
      const page = await store.find(jobs, {
        ...indexOf(query),
        order: "desc",
        limit: query.limit ?? 50,
      });
      return page.items.map(({ value }) => viewJob(value));
    },
    stats: () => ledger.stats(),
    async cancel(uuid) {
      const changed = await ledger.change(uuid, { kind: "cancel" });
      if (changed.outcome === "unknown") throw unknownJob(uuid);
      if (changed.outcome === "refused") throw notCancellable(changed.job);
      publishJob(bus, "job.cancelled", changed.job);
      return viewJob(changed.job);
    },
  };
}

const rules: OptionRules<Required<JobServiceOptions>> = {
  store: portOption<Store>(["transaction", "find", "get"]),
  bus: portOption<Bus>(["enqueue", "publish"]),
  clock: portOption<Clock>(["now", "sleep"]),
  ids: portOption<JobServiceOptions["ids"]>(["uuid"]),
  strategies: {
    ...portOption<StrategyRegistry>(["get"]),
    absent: () => createStrategyRegistry(),
  },
  dispatchTimeoutMilliseconds: integerOption({ min: 1, max: 60_000, default: 1500 }),
};

async function create(
  options: Required<JobServiceOptions>,
  ledger: JobLedger,
  jobType: JobType,
  payload: JsonObject,
  { idempotencyKey }: JobRequestOptions = {},
  asked: string = jobType,
): Promise<JobDispatch> {
  const { store, bus, clock } = options;
  const identity =
    idempotencyKey === undefined ? undefined : identifyRequest(idempotencyKey, asked, payload);
  const now = clock.now();
  const draft = newJob(options.ids.uuid(), jobType, payload, now);
  const stored = await store.transaction(async (tx) => {
    const before = identity && (await recallRequest(tx, identity, now));
    if (before !== undefined) return before;
    if (identity) await rememberRequest(tx, identity, draft.id, now);
    return ledger.insert(tx, draft);
  });
  if ("jobUuid" in stored) return answer(stored.jobUuid, stored.warning);
  publishJob(bus, "job.created", stored);

  const warning = await dispatchJob(bus, clock, stored.id, options.dispatchTimeoutMilliseconds);
  if (warning === undefined) return answer(stored.id, null);
  const undone = await ledger.change(stored.id, { kind: "undispatch" }, async (tx) => {
    if (identity) await amendRequest(tx, identity, warning);
  });
  // Refused: a worker has taken it in the meantime, which is all that the caller wanted.
  return answer(stored.id, undone.outcome === "changed" ? warning : null);
}

function answer(jobUuid: string, warning: string | null): JobDispatch {
  return { jobUuid, status: warning === null ? "running" : "pending", warning };
}

/** Running from the start, as the seed has it; undone when the queue does not take the job. */
function newJob(
  id: string,
  jobType: JobType,
  payload: JsonObject,
  now: number,
): Omit<JobDocument, "number"> {
  return {
    id,
    jobType,
    status: "running",
    payload,
    result: null,
    error: null,
    createdAt: now,
    updatedAt: now,
    startedAt: null,
    completedAt: null,
    attempt: 0,
    givenBack: 0,
    leaseUntil: null,
    workerId: null,
  };
}

/** A backtest is looked up most often and has none. */
function hasDetails({ jobType }: Job): boolean {
  return jobType !== "backtest";
}

function indexOf({ status, jobType }: JobQuery) {
  if (status !== undefined && jobType !== undefined) {
    return { index: "by_status_type", equals: [status, jobType] } as const;
  }
  if (status !== undefined) return { index: "by_status", equals: [status] } as const;
  if (jobType !== undefined) return { index: "by_type", equals: [jobType] } as const;
  return { index: "newest" } as const;
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

/** Why a job has no trades and no equity. */
async function refuseTrace(store: Store, uuid: string): Promise<never> {
  const found = await store.get(jobs, uuid);
  if (found === undefined) throw unknownJob(uuid);
  const { jobType, status } = found.value;
  throw new EngineError(
    "JOB_STATE",
    `Only a completed backtest or walk-forward has trades and an equity; this job is a ${jobType} that is ${status}.`,
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

function notCancellable(job: JobDocument): EngineError {
  return new EngineError(
    "JOB_STATE",
    `Only a pending or running job can be cancelled; this one is ${job.status}.`,
    { details: { uuid: job.id, status: job.status } },
  );
}
