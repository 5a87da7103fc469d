/** A job: what was asked, how far it is, what came of it. */

import type { Json } from "@bourse/kernel";

/** A plain JSON object, as the store keeps it. */
export type JsonObject = Readonly<Record<string, Json>>;

/** Every kind of job that the service knows; a worker runs those it was given a runner for. */
export const jobTypes = ["backtest", "sweep", "walk_forward", "data_sync", "signal"] as const;
export type JobType = (typeof jobTypes)[number];

/** Every state of a job (seed: "Job states"). The last three are final. */
export const jobStatuses = ["pending", "running", "completed", "failed", "cancelled"] as const;
export type JobStatus = (typeof jobStatuses)[number];

/** A job as the outside sees it. Times are milliseconds UTC. */
export interface Job {
  /** 1, 2, 3 … in the order of creation, without gaps. */
  readonly number: number;
  readonly uuid: string;
  readonly jobType: JobType;
  readonly status: JobStatus;
  readonly payload: JsonObject;
  /** Only of a completed job. */
  readonly result: JsonObject | null;
  /** Why it failed, for people. Only of a failed job. */
  readonly error: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The first claim by a worker; a job that is run again keeps it. */
  readonly startedAt: number | null;
  /** When it reached its final state. */
  readonly completedAt: number | null;
}

/** A job as it is stored: with its lease and its count of tries. */
export interface JobDocument extends Omit<Job, "uuid"> {
  /** The uuid. */
  readonly id: string;
  /** How often the job was claimed. Never falls, so it fences off every earlier claim. */
  readonly attempt: number;
  /** How many of those claims a worker handed back in good order; they are no tries. */
  readonly givenBack: number;
  /** Milliseconds UTC up to which `workerId` holds the job; null: nobody does. */
  readonly leaseUntil: number | null;
  readonly workerId: string | null;
}

/** How many jobs stand in each state; `total` is their sum. */
export type JobStats = Readonly<Record<JobStatus | "total", number>>;

/** What is published on {@link jobTopic}: a step of a job, after it was committed, or how far a running one is. */
export type JobEvent = JobStepEvent | JobProgressEvent;

export interface JobStepEvent {
  readonly type: `job.${"created" | "started" | "completed" | "failed" | "cancelled"}`;
  /** Milliseconds UTC. */
  readonly timestamp: number;
  readonly job: Job;
}

export interface JobProgressEvent extends JobProgress {
  readonly type: "job.progress";
  /** Milliseconds UTC. */
  readonly timestamp: number;
  readonly job: Job;
}

/** How far a run is. */
export interface JobProgress {
  /** 0–1, never less than before. */
  readonly progress: number;
  /** Simulated so far, per second; 0 before the first. */
  readonly candlesPerSecond: number;
}

/** The queue through which jobs reach the workers; a message is only a hint, the store has the truth. */
export const jobQueue = "jobs";
/** The topic of {@link JobEvent}. */
export const jobTopic = "jobs";

/** The public side of a stored job. */
export function viewJob(document: JobDocument): Job {
  return {
    number: document.number,
    uuid: document.id,
    jobType: document.jobType,
    status: document.status,
    payload: document.payload,
    result: document.result,
    error: document.error,
    createdAt: document.createdAt,
    updatedAt: document.updatedAt,
    startedAt: document.startedAt,
    completedAt: document.completedAt,
  };
}
