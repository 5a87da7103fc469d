/** Jobs, and what the routes around them answer. */

import * as z from "zod";

import { JobStatus, JobType, Timestamp } from "./common.ts";
import { BacktestResult } from "./result.ts";

export const Job = z.object({
  id: z.int().min(1).describe("row id"),
  uuid: z.uuid(),
  job_type: JobType,
  status: JobStatus,
  payload: z.record(z.string(), z.unknown()).describe("the request's parameters"),
  result: BacktestResult.nullable(),
  error: z.string().nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
  started_at: Timestamp.nullable(),
  completed_at: Timestamp.nullable(),
});
export type Job = z.infer<typeof Job>;

/** The five states add up to `total`. */
export const JobStats = z.object({
  total: z.int().min(0),
  pending: z.int().min(0),
  running: z.int().min(0),
  completed: z.int().min(0),
  failed: z.int().min(0),
  cancelled: z.int().min(0),
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
  service: z.string().describe("APP_NAME"),
  environment: z.string(),
  status: z.literal("ok"),
  version: z.string(),
  stats: JobStats,
});
export type Health = z.infer<typeof Health>;
