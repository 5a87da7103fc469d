/** The trades, the equity, the report and the progress of a job, and its retry. */

import type * as z from "zod";

import * as q from "../query/codecs.ts";
import type { NotesOf } from "../route/docs.ts";
import { jsonOr } from "../route/json-or.ts";
import {
  list,
  object,
  oneOf,
  type Fields,
  type InputFields,
  type ObjectSchema,
} from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import { eventStream, media } from "../route/schema.ts";
import { DISPATCH, exampleDispatch } from "./backtests.ts";
import { JobProgress } from "./events.ts";
import {
  Cursor,
  FiniteNumber,
  GUARD,
  JobParams,
  NotNegative,
  security,
  Statistic,
  Text,
  Timestamp,
} from "./fields.ts";
import { Job } from "./jobs.ts";

const tradeFields = {
  /** Side of the position. */
  side: oneOf(["long", "short"]),
  /** Size of the position in base units. */
  quantity: NotNegative,
  /** Time of the entry, ISO 8601 in UTC. */
  entry_time: Timestamp,
  /** Price of the entry in the quote currency. */
  entry_price: FiniteNumber,
  /** Time of the exit, ISO 8601 in UTC. */
  exit_time: Timestamp,
  /** Price of the exit in the quote currency. */
  exit_price: FiniteNumber,
  /** Profit or loss in the quote currency, fees taken off. */
  pnl: FiniteNumber,
  /** Return of the trade, a fraction, fees taken off; null where it entered at a price of 0 or below. */
  return: Statistic,
  /** Fees of both legs in the quote currency; below 0 where rebates exceed them. */
  fees: FiniteNumber,
  /** Reason of the exit, such as `signal`. */
  exit_reason: Text,
  /**
   * Funding paid less received, in the quote currency, taken off `pnl` beside the fees; absent in a run without funding
   * rates.
   */
  funding: FiniteNumber.optional(),
  /** Trading pair of a portfolio's trade; absent in a run on one symbol. */
  symbol: Text.optional(),
  /** Reason of the entry in the strategy's words, at most 64 characters; absent when it gives none. */
  entry_tag: Text.optional(),
  /** Reason of the exit in the strategy's words; absent when it gives none, and where a stop or target closed. */
  exit_tag: Text.optional(),
};
/** A closed trade of a run. */
export interface JobTrade extends Fields<typeof tradeFields> {}
export const JobTrade: ObjectSchema<JobTrade> = object(tradeFields);

const pointFields = {
  /** Time of the bar, ISO 8601 in UTC. */
  timestamp: Timestamp,
  /** Equity at the bar's close, in the quote currency. */
  equity: FiniteNumber,
  /** Fall below the highest equity so far, a positive fraction. */
  drawdown: FiniteNumber,
};
/** A point of the equity curve. */
export interface EquityPoint extends Fields<typeof pointFields> {}
export const EquityPoint: ObjectSchema<EquityPoint> = object(pointFields);

const tradeQuery = {
  /** Format of the answer. Default `json`. */
  format: oneOf(["json", "csv"]).default("json"),
  /** Number of trades to skip before the first page, 0–100,000,000; a cursor replaces it. Default 0. */
  offset: q.integer({ min: 0, max: 100_000_000 }).default(0),
  /** Maximum number of trades in the answer, 1–100,000. Default 100,000. */
  limit: q.integer({ min: 1, max: 100_000 }).default(100_000),
  /** Position of the page, from the header `Link` of the page before. Default: the first page. */
  cursor: Cursor.optional(),
};
interface TradeQuery extends Fields<typeof tradeQuery> {}
interface TradeQueryInput extends InputFields<typeof tradeQuery> {}
const TradeQuery: ObjectSchema<TradeQuery, TradeQueryInput> = object(tradeQuery);

const equityQuery = {
  /** Maximum number of points in the answer, 2–20,000, chosen by LTTB. Default: one point a bar. */
  points: q.integer({ min: 2, max: 20_000 }).optional(),
};
interface EquityQuery extends Fields<typeof equityQuery> {}
interface EquityQueryInput extends InputFields<typeof equityQuery> {}
const EquityQuery: ObjectSchema<EquityQuery, EquityQueryInput> = object(equityQuery);

/** Tables of a job's result. */
export const JobTable = oneOf([
  "metrics",
  "trades",
  "equity",
  "monthly_returns",
  "drawdowns",
  "symbols",
  "combinations",
  "windows",
]);
export type JobTable = z.infer<typeof JobTable>;

const tableParams = {
  /** Job id, a UUID. */
  uuid: Text,
  /**
   * Table of the result: `metrics`, `trades`, `equity`, `monthly_returns` or `drawdowns` of a run, `symbols` of a
   * portfolio, `combinations` of a sweep, `windows` of a walk-forward.
   */
  table: JobTable,
};
interface TableParams extends Fields<typeof tableParams> {}
const TableParams: ObjectSchema<TableParams> = object(tableParams);

const tableQuery = {
  /** Format of the file: `arrow` and `parquet` have `trades` and `equity` alone. Default `csv`. */
  format: oneOf(["csv", "arrow", "parquet"]).default("csv"),
};
interface TableQuery extends Fields<typeof tableQuery> {}
interface TableQueryInput extends InputFields<typeof tableQuery> {}
const TableQuery: ObjectSchema<TableQuery, TableQueryInput> = object(tableQuery);

/** Media types of {@link traceRoutes.getJobTable} by the format. */
export const TABLE_MEDIA_TYPES = {
  csv: "text/csv; charset=utf-8",
  arrow: "application/vnd.apache.arrow.file",
  parquet: "application/vnd.apache.parquet",
} as const;

/** The codes of routes that need a completed run. */
const RUN_ERRORS = { ...GUARD, JOB_NOT_FOUND: 404, JOB_NOT_COMPLETED: 400 } as const;

export const traceRoutes = {
  /**
   * List the trades of a completed job, as JSON or CSV.
   *
   * `GET /jobs/:uuid/trades` with an API key; `iterate` reads it page after page.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - JOB_NOT_FOUND (404): Check the job's id; an old job may have been deleted.
   * - JOB_NOT_COMPLETED (400): Wait until the job is completed.
   * - INVALID_PARAMETERS (400): Correct what `issues` or the message names.
   * @example
   *   await client.getJobTrades({ params: { uuid: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  getJobTrades: route("GET", "/jobs/:uuid/trades", {
    security,
    params: JobParams,
    query: TradeQuery,
    pages: true,
    responses: { 200: jsonOr(list(JobTrade), "text/csv") },
    errors: { ...RUN_ERRORS, INVALID_PARAMETERS: 400 },
  }),
  /**
   * Read the equity of a completed job, thinned out when `points` is given.
   *
   * `GET /jobs/:uuid/equity` with an API key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - JOB_NOT_FOUND (404): Check the job's id; an old job may have been deleted.
   * - JOB_NOT_COMPLETED (400): Wait until the job is completed.
   * - INVALID_PARAMETERS (400): Correct what `issues` or the message names.
   * @example
   *   await client.getJobEquity({ params: { uuid: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  getJobEquity: route("GET", "/jobs/:uuid/equity", {
    security,
    params: JobParams,
    query: EquityQuery,
    responses: { 200: list(EquityPoint) },
    errors: { ...RUN_ERRORS, INVALID_PARAMETERS: 400 },
  }),
  /**
   * Read a completed job as one page of HTML that loads nothing else: a sweep's shows its best run
   * and its grid.
   *
   * `GET /jobs/:uuid/report` with an API key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - JOB_NOT_FOUND (404): Check the job's id; an old job may have been deleted.
   * - JOB_NOT_COMPLETED (400): Wait until the job is completed.
   * @example
   *   await client.getJobReport({ params: { uuid: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  getJobReport: route("GET", "/jobs/:uuid/report", {
    security,
    params: JobParams,
    responses: { 200: media("text/html; charset=utf-8") },
    errors: RUN_ERRORS,
  }),
  /**
   * Download a table of a completed job as a file: CSV (RFC 4180), or its trades or equity as
   * Apache Arrow or Parquet.
   *
   * `GET /jobs/:uuid/tables/:table` with an API key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - JOB_NOT_FOUND (404): Check the job's id; an old job may have been deleted.
   * - JOB_NOT_COMPLETED (400): Wait until the job is completed.
   * - INVALID_PARAMETERS (400): Correct what `issues` or the message names.
   * @example
   *   await client.getJobTable({
   *     params: { uuid: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11", table: "metrics" },
   *   });
   */
  getJobTable: route("GET", "/jobs/:uuid/tables/:table", {
    security,
    params: TableParams,
    query: TableQuery,
    responses: {
      200: media(TABLE_MEDIA_TYPES.csv, TABLE_MEDIA_TYPES.arrow, TABLE_MEDIA_TYPES.parquet),
    },
    errors: { ...RUN_ERRORS, INVALID_PARAMETERS: 400 },
  }),
  /**
   * Stream the progress of a job as Server-Sent Events; the finished job is the last one.
   *
   * `GET /jobs/:uuid/progress` with an API key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - JOB_NOT_FOUND (404): Check the job's id; an old job may have been deleted.
   * @example
   *   await client.watchJob({ params: { uuid: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  watchJob: route("GET", "/jobs/:uuid/progress", {
    security,
    params: JobParams,
    responses: { 200: eventStream({ progress: JobProgress, job: Job }) },
    errors: { ...GUARD, JOB_NOT_FOUND: 404 },
  }),
  /**
   * Create a new job of the same kind as one that failed or was cancelled.
   *
   * `POST /jobs/:uuid/retry` with an API key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - JOB_NOT_FOUND (404): Check the job's id; an old job may have been deleted.
   * - JOB_NOT_RETRYABLE (400): Create a new job: only failed and cancelled ones are retried.
   * - IDEMPOTENCY_KEY_REUSED (422): Use a new Idempotency-Key for a different request.
   * - QUOTA_EXCEEDED (409): Delete or finish something first, or ask the operator for more.
   * @example
   *   await client.retryJob({ params: { uuid: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  retryJob: route("POST", "/jobs/:uuid/retry", {
    ...DISPATCH,
    params: JobParams,
    errors: {
      ...GUARD,
      JOB_NOT_FOUND: 404,
      JOB_NOT_RETRYABLE: 400,
      IDEMPOTENCY_KEY_REUSED: 422,
      QUOTA_EXCEEDED: 409,
    },
  }),
};

/** Notes of {@link traceRoutes}. A function, so that bundlers drop it from clients. */
export function traceNotes(): NotesOf<typeof traceRoutes> {
  const tags = ["jobs"];
  const response = exampleDispatch();
  const timestamp = "2026-01-01T00:00:00.000Z";
  return {
    getJobTrades: {
      tags,
      unspecified: [
        "Up to 100,000; the next page is in the header Link, rel=next. The result's total_trades says how many there are.",
        "`funding` of a trade is absent in jobs that were completed before it was stored.",
        "The trades and the equity of a sweep are those of its best combination; a sweep without one has none.",
      ],
      example: {
        response: [
          {
            side: "long",
            quantity: 99.9,
            entry_time: timestamp,
            entry_price: 100,
            exit_time: "2026-01-01T05:00:00.000Z",
            exit_price: 102,
            pnl: 179.6,
            return: 0.018,
            fees: 20.2,
            exit_reason: "signal",
          },
        ],
      },
    },
    getJobEquity: {
      tags,
      example: { response: [{ timestamp, equity: 10000, drawdown: 0 }] },
    },
    getJobReport: {
      tags,
      unspecified: ["The report of a sweep is that of its best combination, with the grid."],
      example: { response: "<!doctype html>" },
    },
    getJobTable: {
      tags,
      unspecified: [
        "Everything: the seed knows no tables. Columns have the names of the JSON fields; nested ones are joined by points, as `parameters.fast_period`.",
        "`symbols` needs a portfolio, `combinations` a sweep, `windows` a walk-forward; the run of a sweep is its best combination.",
        "`monthly_returns` and `drawdowns` are those of the tear sheet, by the days of the run's time zone, computed from the points of the equity that the job keeps, at most 20,000.",
        "A text that a spreadsheet would take for a formula has an apostrophe before it.",
      ],
      example: { response: "name,value\r\ntotal_trades,12\r\n" },
    },
    watchJob: {
      tags,
      example: {
        response: `event: progress
data: {"job_id":"${response.job_id}","progress":0.5,"candles_per_second":2000000}

`,
      },
    },
    retryJob: { tags, example: { response } },
  };
}
