/** A job: its request, its state and its result. */

import { refuseArgument, type Json } from "@bourse/kernel";

import type {
  BacktestRequest,
  SweepRequest,
  WalkForwardRequest,
} from "../requests/backtest-request.ts";
import type { DataSyncRequest, SignalRequest } from "../requests/live-requests.ts";
import type { DataSyncRun, SignalRun } from "../results/live-runs.ts";
import type { BacktestRun, SweepRun, WalkForwardRun } from "../results/run-results.ts";

/** A plain JSON object, as the store keeps it. */
export type JsonObject = Readonly<Record<string, Json>>;

/** Every type of job that the service knows; a worker runs those that it has a runner for. */
export const jobTypes = ["backtest", "sweep", "walk_forward", "data_sync", "signal"] as const;
/** A type of job. */
export type JobType = (typeof jobTypes)[number];

/** Every status of a job (seed: "Job states"). The last three are final. */
export const jobStatuses = ["pending", "running", "completed", "failed", "cancelled"] as const;
/** A status of a job. */
export type JobStatus = (typeof jobStatuses)[number];

/** Tells whether a job of this status still has to run or to end. */
export function isUnfinished(status: JobStatus): boolean {
  return status === "pending" || status === "running";
}

/** Labels that people give a job. */
export interface JobLabels {
  /** Title, 1–200 characters; null for none. */
  readonly title: string | null;
  /** Note, 1–10,000 characters; null for none. */
  readonly note: string | null;
  /** Tags, at most 20, none twice, of 1–50 characters without a comma. */
  readonly tags: readonly string[];
  /** True for a job that is pinned. */
  readonly pinned: boolean;
}

/** Fields that jobs of every type have. */
export interface JobState extends JobLabels {
  /** Sequence number of the job: 1, 2, 3 … in the order of creation. That of a deleted job is not given out again. */
  readonly number: number;
  /** Identifier of the job. */
  readonly uuid: string;
  /** Current status. */
  readonly status: JobStatus;
  /** Reason of the failure, for people. Null unless the job failed. */
  readonly error: string | null;
  /** Creation time, milliseconds UTC. */
  readonly createdAt: number;
  /** Time of the last change, milliseconds UTC. */
  readonly updatedAt: number;
  /** Time of the first claim by a worker, milliseconds UTC; a job that is run again keeps it. Null before. */
  readonly startedAt: number | null;
  /** Time at which the job reached its final status, milliseconds UTC. Null before. */
  readonly completedAt: number | null;
}

/** Request and result of each type of job. A `result` is null unless the job completed. */
interface JobKinds {
  readonly backtest: { readonly request: BacktestRequest; readonly result: BacktestRun | null };
  readonly sweep: { readonly request: SweepRequest; readonly result: SweepRun | null };
  readonly walk_forward: {
    readonly request: WalkForwardRequest;
    readonly result: WalkForwardRun | null;
  };
  readonly data_sync: { readonly request: DataSyncRequest; readonly result: DataSyncRun | null };
  readonly signal: { readonly request: SignalRequest; readonly result: SignalRun | null };
}

/** Parts of results that are stored separately and read with one job only. */
interface SeparateParts {
  readonly backtest: never;
  readonly sweep: "grid" | "bestRun";
  readonly walk_forward: "windows";
  readonly data_sync: never;
  readonly signal: never;
}

/** A whole job of the type `Type`, as {@link JobService.get} returns it. */
export type JobOf<Type extends JobType> = {
  [Name in Type]: JobState & { readonly jobType: Name } & JobKinds[Name];
}[Type];

/**
 * A job of the type `Type` as lists and events have it: without a sweep's `grid` and `bestRun` and a walk-forward's
 * `windows`.
 */
export type ListedJobOf<Type extends JobType> = {
  [Name in Type]: JobState & {
    readonly jobType: Name;
    readonly request: JobKinds[Name]["request"];
    readonly result: Omit<NonNullable<JobKinds[Name]["result"]>, SeparateParts[Name]> | null;
  };
}[Type];

/** A whole job of any type. */
export type Job = JobOf<JobType>;

/** A job of any type as lists and events have it: without a sweep's `grid` and a walk-forward's `windows`. */
export type ListedJob = ListedJobOf<JobType>;

/** A job as it is stored: with its lease and its count of tries. Absent labels are those of a job without any. */
export interface JobDocument extends Omit<JobState, "uuid" | keyof JobLabels>, Partial<JobLabels> {
  /** The job's uuid. */
  readonly id: string;
  readonly jobType: JobType;
  readonly request: JsonObject;
  readonly result: JsonObject | null;
  /** Number of claims so far. It never falls, so it fences off every earlier claim. */
  readonly attempt: number;
  /** Number of those claims that are no tries: a worker released them in good order, or a later one kept work. */
  readonly releases: number;
  /** Number of parts of work that an unfinished job keeps for its next try; absent for none. */
  readonly keptParts?: number;
  /** Expiry of the lease of `workerId`, milliseconds UTC; null when no worker holds the job. */
  readonly leaseUntil: number | null;
  /** The worker that holds the job; null when none does. */
  readonly workerId: string | null;
  /** SHA-256 of the name of the caller who created the job; null when nobody proved who it was. */
  readonly ownerId: string | null;
  /** Id of the idempotency key under which the job was created; null without one. */
  readonly requestId: string | null;
  /**
   * Number of the newest change of what lists of jobs are searched by, out of the counters; absent for a job that none
   * but an earlier version has changed.
   */
  readonly change?: number;
}

/** Number of jobs by status; `total` is their sum. */
export type JobStats = Readonly<Record<JobStatus | "total", number>>;

/** An event on {@link jobTopic}: a committed step of a job, or the progress of a running one. */
export type JobEvent = JobStepEvent | JobProgressEvent;

/** A committed change of a job's status. */
export interface JobStepEvent {
  /** Kind of the change. */
  readonly type: `job.${"created" | "started" | "completed" | "failed" | "cancelled"}`;
  /** Time of the event, milliseconds UTC. */
  readonly timestamp: number;
  /** Place of the event in the store's log; absent in a feed that is kept in memory. */
  readonly sequence?: number;
  /** The job, without the parts of its result that are stored separately. */
  readonly job: ListedJob;
}

/** The progress of a running job. */
export interface JobProgressEvent extends JobProgress {
  /** Kind of the event. */
  readonly type: "job.progress";
  /** Time of the event, milliseconds UTC. */
  readonly timestamp: number;
  /** The job, without the parts of its result that are stored separately. */
  readonly job: ListedJob;
}

/** The progress of a run. */
export interface JobProgress {
  /** Fraction of the work that is done: 0–1, never less than before. */
  readonly progress: number;
  /** Candles simulated per second so far; 0 before the first. */
  readonly candlesPerSecond: number;
}

/** Name of the queue through which jobs reach the workers. A message is only a hint; the store has the truth. */
export const jobQueue = "jobs";
/** Name of the queue of the jobs that fetch candles, which run where the candles are kept. */
export const dataJobQueue = "jobs.data";

/** Names the queue of the jobs of a type. */
export function queueOf(jobType: JobType): string {
  if (!jobTypes.includes(jobType)) {
    refuseArgument("jobType", `one of ${jobTypes.join(", ")}`, jobType);
  }
  return jobType === "data_sync" ? dataJobQueue : jobQueue;
}

/** Names of all queues of jobs. */
export const jobQueues: readonly string[] = [jobQueue, dataJobQueue];

/** Name of the bus topic of {@link JobEvent}. */
export const jobTopic = "jobs";

/** The public view of a stored job. Requests were checked at submission and results made by the job type's runner. */
export function viewJob<Type extends JobType = JobType>(
  document: JobDocument & { readonly jobType: Type },
): ListedJobOf<Type> {
  const { number, id, jobType, status, request, result, error } = document;
  const { createdAt, updatedAt, startedAt, completedAt } = document;
  const { title = null, note = null, tags = [], pinned = false } = document;
  const view = {
    number,
    uuid: id,
    jobType,
    status,
    request,
    result,
    error,
    createdAt,
    updatedAt,
    startedAt,
    completedAt,
    title,
    note,
    tags,
    pinned,
  };
  return view as unknown as ListedJobOf<Type>;
}
