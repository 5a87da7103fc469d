/** The health of the service and its job statistics. */

import * as z from "zod";

import type { NotesOf } from "../route/docs.ts";
import { object, oneOf, type Fields, type ObjectSchema } from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import { Count, GUARD, security, Text } from "./fields.ts";

const statsFields = {
  /** Number of jobs; the five states add up to it. */
  total: Count,
  /** Number of jobs that wait for a worker. */
  pending: Count,
  /** Number of jobs that a worker runs. */
  running: Count,
  /** Number of jobs that have a result. */
  completed: Count,
  /** Number of jobs that failed. */
  failed: Count,
  /** Number of jobs that were cancelled. */
  cancelled: Count,
};
/** The number of jobs in each state. */
export interface JobStats extends Fields<typeof statsFields> {}
export const JobStats: ObjectSchema<JobStats> = object(statsFields);

const healthFields = {
  /** Name of the service. */
  service: Text,
  /** Environment that the service runs in, such as `production`. */
  environment: Text,
  /** Always `ok`: a service that is out of order answers 503. */
  status: z.literal("ok"),
  /** Version of the service. */
  version: Text,
  /** The number of jobs in each state. */
  stats: JobStats,
  /** State of the kill switch while it is on; absent otherwise. */
  kill_switch: oneOf(["frozen", "flattening"]).optional(),
};
/** The health of the service. */
export interface Health extends Fields<typeof healthFields> {}
export const Health: ObjectSchema<Health> = object(healthFields);

export const systemRoutes = {
  /**
   * Report the service, its version and the job statistics.
   *
   * `GET /health`.
   *
   * @throws Problem:
   * - SERVICE_UNAVAILABLE (503): Call again later.
   * @example
   *   await client.health();
   */
  health: route("GET", "/health", {
    responses: { 200: Health },
    errors: { SERVICE_UNAVAILABLE: 503 },
  }),
  /**
   * Count the jobs in each state.
   *
   * `GET /jobs/stats` with an API key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * @example
   *   await client.jobStats();
   */
  jobStats: route("GET", "/jobs/stats", {
    security,
    responses: { 200: JobStats },
    errors: GUARD,
  }),
};

/** Notes of {@link systemRoutes}. A function, so that bundlers drop it from clients. */
export function systemNotes(): NotesOf<typeof systemRoutes> {
  const stats = { total: 3, pending: 0, running: 1, completed: 2, failed: 0, cancelled: 0 };
  return {
    health: {
      tags: ["system"],
      seed: "System: GET /api/health",
      unspecified: [
        "The stats block holds total and one count a state, which add up.",
        "kill_switch is told while the kill switch is on.",
      ],
      example: {
        response: {
          service: "bourse-backtest",
          environment: "development",
          status: "ok",
          version: "1.0.0",
          stats,
        },
      },
    },
    jobStats: {
      tags: ["system"],
      seed: "System: GET /api/jobs/stats",
      unspecified: ["The path wins over /api/jobs/{uuid}."],
      example: { response: stats },
    },
  };
}
