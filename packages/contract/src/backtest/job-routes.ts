/** The routes of the service, its backtests and its jobs. */

import * as z from "zod";

import * as q from "../query/codecs.ts";
import { route } from "../route/route.ts";
import { JobStatus, JobType } from "./common.ts";
import { DISPATCH, DISPATCH_ERRORS } from "./dispatch.ts";
import { GUARD, security } from "./guard.ts";
import { CancelReply, Health, Job, JobStats, ListedJob } from "./job.ts";
import { BacktestRequest } from "./request.ts";

const uuid = z.object({ uuid: z.string() });

export const jobRoutes = {
  health: route("GET", "/health", {
    responses: { 200: Health },
  }),
  jobStats: route("GET", "/jobs/stats", {
    security,
    responses: { 200: JobStats },
    errors: GUARD,
  }),
  createBacktest: route("POST", "/backtests", {
    ...DISPATCH,
    security,
    body: BacktestRequest,
    errors: DISPATCH_ERRORS,
  }),
  listJobs: route("GET", "/jobs", {
    security,
    query: z.object({
      status: JobStatus.optional(),
      job_type: JobType.optional(),
      limit: q.integer({ min: 1, max: 100 }).default(50),
    }),
    responses: { 200: z.array(ListedJob) },
    errors: { ...GUARD, INVALID_PARAMETERS: 400 },
  }),
  getJob: route("GET", "/jobs/:uuid", {
    security,
    params: uuid,
    responses: { 200: Job },
    errors: { ...GUARD, JOB_NOT_FOUND: 404 },
  }),
  cancelJob: route("POST", "/jobs/:job_uuid/cancel", {
    security,
    params: z.object({ job_uuid: z.string() }),
    responses: { 200: CancelReply },
    errors: { ...GUARD, JOB_NOT_FOUND: 404, JOB_NOT_CANCELLABLE: 400 },
  }),
} as const;
