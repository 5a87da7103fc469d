/** Figures of what an account uses. */

import type { NotesOf } from "../route/docs.ts";
import { object, type Fields, type ObjectSchema } from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import { Count, INVALID, PERMITTED, security, Timestamp } from "./fields.ts";
import { OwnerQuery } from "./records.ts";

const periodFields = {
  /** Start of the calendar month, ISO 8601 in UTC. */
  from: Timestamp,
  /** Time of the answer, ISO 8601 in UTC. */
  to: Timestamp,
};
/** Period of the figures: the calendar month so far. */
export interface Period extends Fields<typeof periodFields> {}
const Period: ObjectSchema<Period> = object(periodFields);

const usageFields = {
  /** The period that deployments and transactions are counted in. */
  period: Period,
  /** Number of API keys that are not revoked now. */
  apiKeys: Count,
  /** Number of sessions that are active now. */
  sessions: Count,
  /** Number of deployments recorded in the period. */
  deployments: Count,
  /** Number of transactions recorded in the period. */
  transactions: Count,
};
/** The use of the service by an account. */
export interface Usage extends Fields<typeof usageFields> {}
export const Usage: ObjectSchema<Usage> = object(usageFields);

export const usageRoutes = {
  /**
   * Count what the account uses; requires the permission billing.
   *
   * `GET /billing/usage` with an access token or an API key.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (400): Correct what `issues` or the message names.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - INVALID_API_KEY (401): Send a key that is neither revoked nor expired.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * @example
   *   await client.getUsage();
   */
  getUsage: route("GET", "/billing/usage", {
    security,
    query: OwnerQuery,
    responses: { 200: Usage },
    errors: { ...INVALID, ...PERMITTED, NOT_FOUND: 404 },
  }),
};

/** Notes of {@link usageRoutes}. A function, so that bundlers drop it from clients. */
export function usageNotes(): NotesOf<typeof usageRoutes> {
  return {
    getUsage: {
      tags: ["billing"],
      seed: "A. Permission values: billing",
      unspecified: ["Keys and sessions as of now, records of this calendar month (UTC)."],
      example: {
        response: {
          period: { from: "2026-01-01T00:00:00.000Z", to: "2026-01-20T12:00:00.000Z" },
          apiKeys: 2,
          sessions: 1,
          deployments: 3,
          transactions: 7,
        },
      },
    },
  };
}
