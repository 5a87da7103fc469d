/** Jobs: listed, read, cancelled and deleted. */

import * as z from "zod";

import * as q from "../query/codecs.ts";
import type { NotesOf } from "../route/docs.ts";
import {
  list,
  object,
  oneOf,
  type Fields,
  type InputFields,
  type ObjectSchema,
} from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import { storable } from "../route/text-checks.ts";
import { BacktestResult } from "./backtest-results.ts";
import { exampleRequest } from "./backtests.ts";
import {
  Cursor,
  GUARD,
  JobParams,
  JobStatus,
  JobType,
  MaybeTime,
  security,
  Text,
  Timestamp,
} from "./fields.ts";
import { JobChange, JobSort, labelFields, type JobLabels } from "./job-labels.ts";
import type {
  ListedSweepResult,
  ListedWalkForwardResult,
  SweepResult,
  WalkForwardResult,
} from "./sweep-results.ts";

/** Results whose full schemas stand in the documents and in tests only, so that clients need not carry them. */
export const sweepResult: z.ZodType<SweepResult> = z.custom<SweepResult>();
export const walkForwardResult: z.ZodType<WalkForwardResult> = z.custom<WalkForwardResult>();
export const listedSweepResult: z.ZodType<ListedSweepResult> = z.custom<ListedSweepResult>();
export const listedWalkForwardResult: z.ZodType<ListedWalkForwardResult> =
  z.custom<ListedWalkForwardResult>();

const anything = z.record(Text, z.unknown());

const jobFields = {
  /** Number of the job, from 1 in the order of creation. */
  id: z.int().min(1),
  /** Job id, a UUID. */
  uuid: z.uuid(),
  /** Kind of the job, which says what `result` holds. */
  job_type: JobType,
  /** Status of the job. */
  status: JobStatus,
  /** The request that created the job, defaults filled in. */
  payload: anything,
  /** Result of the job; null until it completed. */
  result: anything,
  /** Reason of the failure; null when the job did not fail. */
  error: Text.nullable(),
  /** Time of creation, ISO 8601 in UTC. */
  created_at: Timestamp,
  /** Time of the last change, ISO 8601 in UTC. */
  updated_at: Timestamp,
  /** Time at which a worker took the job, ISO 8601 in UTC; null before. */
  started_at: MaybeTime,
  /** Time at which the job completed, failed or was cancelled, ISO 8601 in UTC; null before. */
  completed_at: MaybeTime,
  ...labelFields,
};

/** A job of some types with its result. */
export interface JobWith<Type extends JobType, Result>
  extends JobLabels, Omit<Fields<typeof jobFields>, "job_type" | "result" | keyof JobLabels> {
  /** Kind of the job, which says what `result` holds. */
  job_type: Type;
  /** Result of the job; null until it completed. */
  result: Result | null;
}

const job = <const Type extends JobType, Result>(
  types: readonly Type[],
  result: z.ZodType<Result>,
) => z.object({ ...jobFields, job_type: oneOf(types), result: result.nullable() });

type Other = JobWith<"data_sync" | "signal", Record<string, unknown>>;
type Backtest = JobWith<"backtest", BacktestResult>;

/** A job; `job_type` says which result it has. */
export type Job =
  | Backtest
  | JobWith<"sweep", SweepResult>
  | JobWith<"walk_forward", WalkForwardResult>
  | Other;

/** A job in a list: a {@link Job} without a sweep's `grid` and a walk-forward's `windows`. */
export type ListedJob =
  | Backtest
  | JobWith<"sweep", ListedSweepResult>
  | JobWith<"walk_forward", ListedWalkForwardResult>
  | Other;

/** A job of one type: `JobOf<"backtest">`. */
export type JobOf<Type extends JobType> = Extract<Job, { readonly job_type: Type }>;

/** A union of jobs; `options` has the schema of each. */
interface JobSchema<Union> extends z.ZodType<Union, Union> {
  readonly options: readonly [ObjectSchema<Backtest>, ...ObjectSchema<Backtest | Other>[]];
}

const backtestJob = job(["backtest"], BacktestResult);
const otherJob = job(["data_sync", "signal"], anything);

export const Job = z.discriminatedUnion("job_type", [
  backtestJob,
  job(["sweep"], sweepResult),
  job(["walk_forward"], walkForwardResult),
  otherJob,
]) as unknown as JobSchema<Job>;

export const ListedJob = z.discriminatedUnion("job_type", [
  backtestJob,
  job(["sweep"], listedSweepResult),
  job(["walk_forward"], listedWalkForwardResult),
  otherJob,
]) as unknown as JobSchema<ListedJob>;

const queryFields = {
  /** Only jobs of this status. Default: every status. */
  status: JobStatus.optional(),
  /** Only jobs of this kind. Default: every kind. */
  job_type: JobType.optional(),
  /** Words that title, note, tags, symbol or strategy contain, all of them, in any case. Default: every job. */
  q: storable(1, 200).optional(),
  /** Only jobs of this strategy. Default: every strategy. */
  strategy: Text.optional(),
  /** Only jobs of this symbol, also among others. Default: every symbol. */
  symbol: Text.optional(),
  /** Only jobs with all of these tags, joined by commas or one a parameter. Default: every job. */
  tag: q.list().optional(),
  /** Order of the jobs; a minus before it for descending. Default `-created_at`. */
  sort: JobSort.default("-created_at"),
  /** Maximum number of jobs in the answer, 1–100. Default 50. */
  limit: q.integer({ min: 1, max: 100 }).default(50),
  /** Position of the page, from the header `Link` of the page before. Default: the first page. */
  cursor: Cursor.optional(),
};
interface JobQuery extends Fields<typeof queryFields> {}
interface JobQueryInput extends InputFields<typeof queryFields> {}
const JobQuery: ObjectSchema<JobQuery, JobQueryInput> = object(queryFields);

const cancelParams = {
  /** Job id, a UUID. */
  job_uuid: Text,
};
interface CancelParams extends Fields<typeof cancelParams> {}
const CancelParams: ObjectSchema<CancelParams> = object(cancelParams);

const cancelFields = {
  /** Id of the job, a UUID. */
  job_id: z.uuid(),
  /** Always `cancelled`. */
  status: z.literal("cancelled"),
};
/** The answer to a cancellation. */
export interface CancelReply extends Fields<typeof cancelFields> {}
export const CancelReply: ObjectSchema<CancelReply> = object(cancelFields);

const deletedFields = {
  /** Id of the job that was deleted, a UUID. */
  job_id: z.uuid(),
  /** Always `deleted`. */
  status: z.literal("deleted"),
};
/** The answer to a deletion. */
export interface DeleteReply extends Fields<typeof deletedFields> {}
export const DeleteReply: ObjectSchema<DeleteReply> = object(deletedFields);

export const ownJobRoutes = {
  /**
   * Find jobs, newest first or by a figure.
   *
   * `GET /jobs` with an API key; `iterate` reads it page after page.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - INVALID_PARAMETERS (400): Correct what `issues` or the message names.
   * @example
   *   await client.listJobs();
   */
  listJobs: route("GET", "/jobs", {
    security,
    query: JobQuery,
    pages: true,
    responses: { 200: list(ListedJob) },
    errors: { ...GUARD, INVALID_PARAMETERS: 400 },
  }),
  /**
   * Read a job.
   *
   * `GET /jobs/:uuid` with an API key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - JOB_NOT_FOUND (404): Check the job's id; an old job may have been deleted.
   * @example
   *   await client.getJob({ params: { uuid: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  getJob: route("GET", "/jobs/:uuid", {
    security,
    params: JobParams,
    responses: { 200: Job },
    errors: { ...GUARD, JOB_NOT_FOUND: 404 },
  }),
  /**
   * Give a job a title, a note or tags, or pin it.
   *
   * `PATCH /jobs/:uuid` with an API key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - INVALID_PARAMETERS (400): Correct what `issues` or the message names.
   * - JOB_NOT_FOUND (404): Check the job's id; an old job may have been deleted.
   * @example
   *   await client.updateJob({
   *     params: { uuid: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" },
   *     body: { title: "Trend on daily candles", tags: ["trend"], pinned: true },
   *   });
   */
  updateJob: route("PATCH", "/jobs/:uuid", {
    security,
    params: JobParams,
    body: JobChange,
    responses: { 200: ListedJob },
    errors: { ...GUARD, INVALID_PARAMETERS: 400, JOB_NOT_FOUND: 404 },
  }),
  /**
   * Mark a pending or running job as cancelled.
   *
   * `POST /jobs/:job_uuid/cancel` with an API key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - JOB_NOT_FOUND (404): Check the job's id; an old job may have been deleted.
   * - JOB_NOT_CANCELLABLE (400): Nothing is left to cancel: the job has ended.
   * @example
   *   await client.cancelJob({ params: { job_uuid: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  cancelJob: route("POST", "/jobs/:job_uuid/cancel", {
    security,
    params: CancelParams,
    responses: { 200: CancelReply },
    errors: { ...GUARD, JOB_NOT_FOUND: 404, JOB_NOT_CANCELLABLE: 400 },
  }),
  /**
   * Delete a completed, failed or cancelled job with its result, trades and equity.
   *
   * `DELETE /jobs/:uuid` with an API key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - JOB_NOT_FOUND (404): Check the job's id; an old job may have been deleted.
   * - JOB_NOT_DELETABLE (400): Cancel the job first, or wait until it has ended.
   * @example
   *   await client.deleteJob({ params: { uuid: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  deleteJob: route("DELETE", "/jobs/:uuid", {
    security,
    params: JobParams,
    responses: { 200: DeleteReply },
    errors: { ...GUARD, JOB_NOT_FOUND: 404, JOB_NOT_DELETABLE: 400 },
  }),
};

/** Notes of {@link ownJobRoutes}. A function, so that bundlers drop it from clients. */
export function jobNotes(): NotesOf<typeof ownJobRoutes> {
  const tags = ["jobs"];
  const uuid = "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11";
  const example = {
    id: 1,
    uuid,
    job_type: "backtest",
    status: "running",
    payload: exampleRequest(),
    result: null,
    error: null,
    created_at: "2026-01-01T00:00:00.000Z",
    updated_at: "2026-01-01T00:00:00.120Z",
    started_at: "2026-01-01T00:00:00.120Z",
    completed_at: null,
    title: null,
    note: null,
    tags: [],
    pinned: false,
    look_ahead: "not_run",
  };
  return {
    listJobs: {
      tags,
      seed: "Jobs: GET /api/jobs",
      unspecified: [
        "The order: newest first; the next page is in the header Link, rel=next.",
        "The values of job_type; an unknown one is 400.",
        "Jobs of the types data_sync and signal come from the server's settings DATA_SYNC and SIGNALS; no route creates them.",
        "Unknown query parameters are ignored; a repeated one is 400, but for tag: a job must have all of its tags.",
        "q finds jobs whose title, note, tags, symbol and strategy contain all of its words, in any case and anywhere in a word.",
        "sort by a figure: jobs without it come last in both directions, and those of one value by their id. A sweep has the figures of its best combination, a walk-forward those of its tests joined.",
        "A sweep's result is without its grid, a walk-forward's without its windows: get the job for them.",
      ],
      example: { response: [example] },
    },
    getJob: {
      tags,
      seed: "Jobs: GET /api/jobs/{uuid}",
      unspecified: ["A malformed uuid is 404, as an unknown one."],
      example: { response: example },
    },
    updateJob: {
      tags,
      unspecified: [
        "The answer is the job as a list shows it.",
        "A job in any state has labels, and a job that is retried does not take them over.",
        "look_ahead is not_run where the request did not ask for the audit, and until the job has completed.",
      ],
      example: {
        body: { title: "Trend on daily candles", tags: ["trend"], pinned: true },
        response: {
          ...example,
          title: "Trend on daily candles",
          tags: ["trend"],
          pinned: true,
        },
      },
    },
    cancelJob: {
      tags,
      seed: "Jobs: POST /api/jobs/{job_uuid}/cancel",
      unspecified: ["A worker sees the mark at its next heartbeat and stops early."],
      example: { response: { job_id: uuid, status: "cancelled" } },
    },
    deleteJob: {
      tags,
      unspecified: [
        "A pending or running job is 400: cancel it first.",
        "Its number is not given out again, and its Idempotency-Key is free again.",
      ],
      example: { response: { job_id: uuid, status: "deleted" } },
    },
  };
}
