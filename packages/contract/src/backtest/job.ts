/** Jobs, and what the routes around them answer. */

import * as z from "zod";

import { JobStatus, type JobType, Timestamp } from "./common.ts";
import { Count, MaybeTime, Text } from "./fields.ts";
import {
  listedSweepResult,
  listedWalkForwardResult,
  sweepResult,
  walkForwardResult,
} from "./light-results.ts";
import { BacktestResult } from "./result.ts";

const anything = z.record(z.string(), z.unknown());

const job = <const Type extends string, Result extends z.ZodType>(
  types: readonly Type[],
  result: Result,
) =>
  z.object({
    id: z.int().min(1),
    uuid: z.uuid(),
    job_type: z.enum(types),
    status: JobStatus,
    payload: anything,
    result: result.nullable(),
    error: z.string().nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
    started_at: MaybeTime,
    completed_at: MaybeTime,
  });

const backtestJob = job(["backtest"], BacktestResult);
const otherJob = job(["data_sync", "signal"], anything);

const results = [
  backtestJob,
  job(["sweep"], sweepResult),
  job(["walk_forward"], walkForwardResult),
  otherJob,
] as const;

const listedResults = [
  backtestJob,
  job(["sweep"], listedSweepResult),
  job(["walk_forward"], listedWalkForwardResult),
  otherJob,
] as const;

/** `job_type` says which result it has; a backtest's has the seed's four numbers and those beside them. */
export const Job = z.discriminatedUnion("job_type", results);
export type Job = z.infer<typeof Job>;
/** A job in a list: as {@link Job}, without a sweep's `grid` and a walk-forward's `windows`. */
export const ListedJob = z.discriminatedUnion("job_type", listedResults);
export type ListedJob = z.infer<typeof ListedJob>;
/** A job of one type: `JobOf<"backtest">`. */
export type JobOf<Type extends JobType> = Extract<Job, { readonly job_type: Type }>;

/** The five states add up to `total`. */
export const JobStats = z.object({
  total: Count,
  pending: Count,
  running: Count,
  completed: Count,
  failed: Count,
  cancelled: Count,
});
export type JobStats = z.infer<typeof JobStats>;

/** `message` when a worker is there to take the job, else `warning`; never both. */
export const DispatchReply = z.object({
  job_id: z.uuid(),
  status: JobStatus,
  message: z.string().optional(),
  warning: z.string().optional(),
});
export type DispatchReply = z.infer<typeof DispatchReply>;

export const CancelReply = z.object({ job_id: z.uuid(), status: z.literal("cancelled") });
export type CancelReply = z.infer<typeof CancelReply>;

export const Health = z.object({
  service: Text,
  environment: Text,
  status: z.literal("ok"),
  version: Text,
  stats: JobStats,
});
export type Health = z.infer<typeof Health>;
