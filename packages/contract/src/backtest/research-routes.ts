/** The routes that start many runs at once, and those to what lies beside a finished one. */

import * as z from "zod";

import * as q from "../query/codecs.ts";
import { jsonOr } from "../route/json-or.ts";
import { route } from "../route/route.ts";
import { media } from "../route/schema.ts";
import { DISPATCH, DISPATCH_ERRORS } from "./dispatch.ts";
import { GUARD, security } from "./guard.ts";
import { SweepRequest, WalkForwardRequest } from "./sweep-request.ts";
import { EquityPoint, JobTrade } from "./trace.ts";

/** Of routes that need a completed run. */
const RUN_ERRORS = { ...GUARD, JOB_NOT_FOUND: 404, JOB_NOT_COMPLETED: 400 } as const;

const uuid = z.object({ uuid: z.string() });

export const researchRoutes = {
  createSweep: route("POST", "/sweeps", {
    ...DISPATCH,
    security,
    body: SweepRequest,
    errors: DISPATCH_ERRORS,
  }),
  createWalkForward: route("POST", "/walk-forward", {
    ...DISPATCH,
    security,
    body: WalkForwardRequest,
    errors: DISPATCH_ERRORS,
  }),
  getJobTrades: route("GET", "/jobs/:uuid/trades", {
    security,
    params: uuid,
    query: z.object({
      format: z.enum(["json", "csv"]).default("json"),
      offset: q.integer({ min: 0, max: 100_000_000 }).default(0),
      limit: q.integer({ min: 1, max: 100_000 }).optional(),
    }),
    responses: { 200: jsonOr(z.array(JobTrade), "text/csv") },
    errors: { ...RUN_ERRORS, INVALID_PARAMETERS: 400 },
  }),
  getJobEquity: route("GET", "/jobs/:uuid/equity", {
    security,
    params: uuid,
    query: z.object({ points: q.integer({ min: 2, max: 20_000 }).optional() }),
    responses: { 200: z.array(EquityPoint) },
    errors: { ...RUN_ERRORS, INVALID_PARAMETERS: 400 },
  }),
  getJobReport: route("GET", "/jobs/:uuid/report", {
    security,
    params: uuid,
    responses: { 200: media("text/html; charset=utf-8") },
    errors: RUN_ERRORS,
  }),
  watchJob: route("GET", "/jobs/:uuid/progress", {
    security,
    params: uuid,
    responses: { 200: media("text/event-stream") },
    errors: { ...GUARD, JOB_NOT_FOUND: 404 },
  }),
  retryJob: route("POST", "/jobs/:uuid/retry", {
    ...DISPATCH,
    security,
    params: uuid,
    errors: {
      ...GUARD,
      JOB_NOT_FOUND: 404,
      JOB_NOT_RETRYABLE: 400,
      IDEMPOTENCY_KEY_REUSED: 422,
    },
  }),
} as const;
