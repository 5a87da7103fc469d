/** The collections of jobs; a store for jobs must be opened with all of them. */

import { defineCollection, type Collection, type Entity } from "@bourse/kernel";

import { eventCollections } from "../events/event-log.ts";
import type { JobDocument, JobStats, JsonObject } from "./job.ts";

/** The only document of its collection: the last job number and the number of jobs by status. */
export interface JobCounters extends Omit<JobStats, "total"> {
  readonly id: "jobs";
  readonly lastNumber: number;
  /** Number of changes of what lists of jobs are searched by; absent before the first. */
  readonly changes?: number;
}

/** Number of jobs of one owner; the id is the job's `ownerId`. */
export interface JobOwner {
  readonly id: string;
  /** Number of jobs in any status. */
  readonly kept: number;
  /** Number of pending and running jobs. */
  readonly unfinished: number;
}

/** The job or session created under an Idempotency-Key. The id is the hash of owner and key, which are not stored. */
export interface JobRequest {
  readonly id: string;
  /** SHA-256 of the job type and the request. */
  readonly requestHash: string;
  readonly jobUuid: string;
  /** Warning of the first answer. */
  readonly warning: string | null;
  /** Expiry of the key, milliseconds UTC. */
  readonly expiresAt: number;
}

/** Parts of a result that are too large for lists of jobs, such as a sweep's grid; the id is the job's uuid. */
export interface JobDetails {
  readonly id: string;
  /** Fields of the result that the job's own document does not have. */
  readonly result: JsonObject;
}

/** Equity of a completed backtest, sweep or walk-forward, in bytes beside the document; the id is the job's uuid. */
export interface JobTraceDocument {
  readonly id: string;
  /** Number of documents that hold the trades. */
  readonly tradeParts: number;
  /** The equity as versions before kept it, without bytes: rows of float64, deflated, in base64. */
  readonly equity?: string;
  /** Symbols of a portfolio, in the order that its trades refer to; absent for one symbol. */
  readonly symbols?: readonly string[];
  /** Tags in the order that the trades refer to; absent without one. */
  readonly tags?: readonly string[];
}

/** One part of a job's trades, in bytes beside the document; the id is the job's uuid and the part's number. */
export interface JobTracePart {
  readonly id: string;
  /** The trades as versions before kept them, without bytes: rows of float64, deflated, in base64. */
  readonly trades?: string;
}

/** One part of the work that an unfinished job keeps, in bytes beside the document; as {@link JobTracePart}. */
export interface JobWorkPart {
  readonly id: string;
}

export const jobs: Collection<
  JobDocument,
  "newest" | "by_status" | "by_type" | "by_status_type" | "by_lease" | "by_completion" | "by_change"
> = defineCollection<JobDocument>()({
  name: "jobs",
  indexes: {
    newest: { fields: ["number"], unique: true },
    by_status: { fields: ["status", "number"] },
    by_type: { fields: ["jobType", "number"] },
    by_status_type: { fields: ["status", "jobType", "number"] },
    by_lease: { fields: ["status", "leaseUntil"] },
    by_completion: { fields: ["status", "completedAt"] },
    by_change: { fields: ["change"] },
  },
});

export const jobCounters: Collection<JobCounters> = defineCollection<JobCounters>()({
  name: "job_counters",
});

export const jobOwners: Collection<JobOwner> = defineCollection<JobOwner>()({
  name: "job_owners",
});

export const jobRequests: Collection<JobRequest, "by_expiry"> = defineCollection<JobRequest>()({
  name: "job_requests",
  indexes: { by_expiry: { fields: ["expiresAt"] } },
});

export const jobDetails: Collection<JobDetails> = defineCollection<JobDetails>()({
  name: "job_details",
});

export const jobTraces: Collection<JobTraceDocument> = defineCollection<JobTraceDocument>()({
  name: "job_traces",
});

export const jobTraceParts: Collection<JobTracePart> = defineCollection<JobTracePart>()({
  name: "job_trace_parts",
});

export const jobWorkParts: Collection<JobWorkPart> = defineCollection<JobWorkPart>()({
  name: "job_work_parts",
});

/** Every collection of jobs, for `createMemoryStore({ collections })` and `openStore(url, { collections })`. */
export const jobCollections: readonly Collection<Entity>[] = [
  jobs,
  jobCounters,
  jobOwners,
  jobRequests,
  jobDetails,
  jobTraces,
  jobTraceParts,
  jobWorkParts,
  ...eventCollections,
];
