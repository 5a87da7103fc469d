/** The history that the node keeps of its own figures. */

import * as z from "zod";

import * as q from "../query/codecs.ts";
import type { NotesOf } from "../route/docs.ts";
import {
  exactObject,
  list,
  object,
  oneOf,
  type Fields,
  type InputFields,
  type ObjectSchema,
} from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import { Digits, INVALID, Time } from "./fields.ts";

/** Name of a series that the node keeps. */
export const StatsSeries = oneOf(["balance", "peers", "sent", "received", "fees", "queue"]);
export type StatsSeries = z.infer<typeof StatsSeries>;

const Instant = z.iso.datetime({ offset: true });

const queryFields = {
  /**
   * Name of the series: `balance` (the wallet's native token, wei), `peers` (healthy ones), `sent` and `received`
   * (bytes a second), `fees` (wei of the transactions that became final), `queue` (transactions that are not final).
   */
  series: StatsSeries,
  /** Begin, inclusive: ISO 8601 with an offset. Default: one day before `to`. */
  from: Instant.optional(),
  /** End, exclusive: ISO 8601 with an offset. Default: now. */
  to: Instant.optional(),
  /** Length of a step in seconds, 60–86,400. Default 60. */
  step: q.integer({ min: 60, max: 86_400 }).default(60),
};
/** A series and a time. */
export interface StatsHistoryQuery extends Fields<typeof queryFields> {}
interface StatsHistoryQueryInput extends InputFields<typeof queryFields> {}
export const StatsHistoryQuery: ObjectSchema<StatsHistoryQuery, StatsHistoryQueryInput> =
  exactObject(queryFields);

const pointFields = {
  /** Begin of the step in Unix seconds, a multiple of `step`. */
  timestamp: Time,
  /**
   * Value of the step: decimal digits for `balance` and `fees`, else a number; null where the node was off or could
   * not know it.
   */
  value: z.union([Digits, z.number().min(0)]).nullable(),
};
/** The value of a series over one step. */
export interface StatsPoint extends Fields<typeof pointFields> {}
const StatsPoint: ObjectSchema<StatsPoint> = object(pointFields);

const historyFields = {
  /** Name of the series. */
  series: StatsSeries,
  /** Length of a step in seconds. */
  step: z.int().min(60).max(86_400),
  /** The points, oldest first, one for each step. */
  points: list(StatsPoint),
};
/** A series over a time. */
export interface StatsHistory extends Fields<typeof historyFields> {}
export const StatsHistory: ObjectSchema<StatsHistory> = object(historyFields);

export const statsHistoryRoutes = {
  /**
   * Read the history of one figure of the node over the last seven days.
   *
   * `GET /stats/history` with an API key or a session, unless a program on the node's machine calls
   * it directly.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * @example
   *   await client.statsHistory({ query: { series: "balance" } });
   */
  statsHistory: route("GET", "/stats/history", {
    query: StatsHistoryQuery,
    responses: { 200: StatsHistory },
    errors: INVALID,
  }),
};

/** Notes of {@link statsHistoryRoutes}. A function, so that bundlers drop it from clients. */
export function statsHistoryNotes(): NotesOf<typeof statsHistoryRoutes> {
  return {
    statsHistory: {
      tags: ["dashboard"],
      unspecified: [
        "The node takes a sample each minute and keeps it for 7 days, over restarts too. A minute in which it was off, and a figure of the chain while that does not answer, is null and never 0.",
        "A step has the last value of `balance`, `peers` and `queue`, the mean of the rates `sent` and `received`, and the sum of `fees`, each of the minutes that are known.",
        "At most 10,080 points, and a `from` that is not after `to`: else 422.",
      ],
      example: {
        response: {
          series: "balance",
          step: 3600,
          points: [
            { timestamp: 1_767_222_000, value: "99990000000000000000" },
            { timestamp: 1_767_225_600, value: null },
          ],
        },
      },
    },
  };
}
