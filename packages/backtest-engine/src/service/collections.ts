/** The collections of the job feature; an engine that opens a store for it is given all of them. */

import { defineCollection, type Collection, type Entity } from "@bourse/kernel";

import type { JobDocument, JobStats, JsonObject } from "./job.ts";

/** One document, id `jobs`: the last number given out and how many jobs stand in each state. */
export interface JobCounters extends Omit<JobStats, "total"> {
  readonly id: "jobs";
  readonly lastNumber: number;
}

/** What an Idempotency-Key has made; the id is the hash of the key, so that no key is kept in clear. */
export interface JobRequest {
  readonly id: string;
  /** SHA-256 of the job's type and payload. */
  readonly requestHash: string;
  readonly jobUuid: string;
  /** The warning that the first answer carried. */
  readonly warning: string | null;
  /** Milliseconds UTC. */
  readonly expiresAt: number;
}

/** Parts of a result that are too large for lists of jobs, such as a sweep's grid; the id is the job's uuid. */
export interface JobDetails {
  readonly id: string;
  /** Beside those that the job's own document has. */
  readonly result: JsonObject;
}

/** What a completed backtest left beside its figures; the id is the job's uuid. */
export interface JobTraceDocument {
  readonly id: string;
  /** How many documents hold the trades. */
  readonly tradeParts: number;
  /** Packed rows of time, equity and drawdown: float64, deflated, in base64. */
  readonly equity: string;
}

/** Some of a job's trades; the id is the job's uuid and the part's number. */
export interface JobTracePart {
  readonly id: string;
  readonly trades: string;
}

export const jobs: Collection<
  JobDocument,
  "newest" | "by_status" | "by_type" | "by_status_type" | "by_lease"
> = defineCollection<JobDocument>()({
  name: "jobs",
  indexes: {
    newest: { fields: ["number"], unique: true },
    by_status: { fields: ["status", "number"] },
    by_type: { fields: ["jobType", "number"] },
    by_status_type: { fields: ["status", "jobType", "number"] },
    by_lease: { fields: ["status", "leaseUntil"] },
  },
});

export const jobCounters: Collection<JobCounters> = defineCollection<JobCounters>()({
  name: "job_counters",
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

/** For `createMemoryStore({ collections })` and `openStore(url, { collections })`. */
export const jobCollections: readonly Collection<Entity>[] = [
  jobs,
  jobCounters,
  jobRequests,
  jobDetails,
  jobTraces,
  jobTraceParts,
];
