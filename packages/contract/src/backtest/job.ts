/** Jobs, and what the routes around them answer. */

import * as z from "zod";

import { JobStatus, JobType, Timestamp } from "./common.ts";
import { Count, MaybeTime, Text } from "./fields.ts";
import { BacktestResult } from "./result.ts";

export const Job = z.object({
  id: z.int().min(1),
  uuid: z.uuid(),
  job_type: JobType,
  status: JobStatus,
  payload: z.record(z.string(), z.unknown()),
  result: BacktestResult.nullable(),
  error: z.string().nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
  started_at: MaybeTime,
  completed_at: MaybeTime,
});
export type Job = z.infer<typeof Job>;

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
