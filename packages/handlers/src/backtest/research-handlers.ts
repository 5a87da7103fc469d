/** Sweeps and walk-forwards in; trades, equity, a report and progress out. */

import { REPORT_POLICY } from "@bourse/backtest-engine/report";
import { writeTradesCsv } from "@bourse/backtest-engine/tables";
import { pageReply, reply, type Handlers } from "@bourse/contract";
import { TABLE_MEDIA_TYPES, type researchRoutes } from "@bourse/contract/backtest";
import { hasCode, readCursor, writeCursor } from "@bourse/kernel";
import type { BacktestService } from "@bourse/trading-core";

import { isoTime } from "../time/iso-time.ts";
import type { BacktestCaller } from "./access.ts";
import { dispatchAct, retryAct } from "./audit.ts";
import { jobTable, type ColumnarWriters } from "./job-table.ts";
import { progressStream } from "./progress-stream.ts";
import { dispatchReply, jobOptions, submitted } from "./submit-job.ts";
import { stateProblem } from "./translate.ts";
import { sweepRequest, walkForwardRequest } from "./wire/sweep-request.ts";
import { wireTrade } from "./wire/trades.ts";

/** Interval of comments on a quiet stream, at which the job is looked up too: an event may have been missed. */
const HEARTBEAT_MILLISECONDS = 10_000;

/** Number of trades on the pages before. */
const COUNT = /^\d{1,9}$/;

export function researchHandlers(
  service: BacktestService,
  writers: ColumnarWriters | undefined,
): Handlers<typeof researchRoutes, unknown> {
  const { jobs } = service;
  return {
    createSweep({ body, headers }, context) {
      const options = jobOptions(service, headers, context, dispatchAct("sweep", body));
      return submitted(service.submitSweep(sweepRequest(body), options), "sweep", body);
    },

    createWalkForward({ body, headers }, context) {
      const options = jobOptions(service, headers, context, dispatchAct("walk_forward", body));
      const dispatch = service.submitWalkForward(walkForwardRequest(body), options);
      return submitted(dispatch, "walk-forward", body);
    },

    async getJobTrades({ params, query }) {
      const { limit, cursor } = query;
      const list = `trades of ${params.uuid}`;
      const offset = cursor === undefined ? query.offset : Number(readCursor(cursor, list, COUNT));
      // One more than the page has tells whether another one follows.
      const found = await completed(jobs.trades(params.uuid, { offset, limit: limit + 1 }));
      const next = found.length > limit ? writeCursor(String(offset + limit), list) : null;
      const trades = found.slice(0, limit);
      return query.format === "csv"
        ? pageReply(writeTradesCsv(trades), next, fileHeaders("trades", params.uuid, "csv"))
        : pageReply(trades.map(wireTrade), next);
    },

    async getJobEquity({ params, query }) {
      const { points } = query;
      const equity = await completed(
        jobs.equity(params.uuid, points === undefined ? {} : { points }),
      );
      return equity.map((point) => ({ ...point, timestamp: isoTime(point.timestamp) }));
    },

    async getJobReport({ params }, { signal }) {
      return reply(200, await completed(service.report(params.uuid, signal)), {
        // The page's own policy, which lets its style and its script in; the API's would not.
        "content-security-policy": REPORT_POLICY,
      });
    },

    async getJobTable({ params: { uuid, table }, query: { format } }) {
      const body = await completed(jobTable(jobs, uuid, table, format, writers));
      return reply(200, body, fileHeaders(table, uuid, format));
    },

    async watchJob({ params }, { identity }) {
      // An unknown job is refused before the stream begins.
      await jobs.get(params.uuid);
      return progressStream(jobs, params.uuid, {
        clock: service.clock,
        heartbeatMilliseconds: HEARTBEAT_MILLISECONDS,
        recheck: (identity as BacktestCaller | undefined)?.recheck,
      });
    },

    async retryJob({ params, headers }, context) {
      try {
        const options = jobOptions(service, headers, context, retryAct(params.uuid));
        const retried = await jobs.retry(params.uuid, options);
        return dispatchReply(retried, "job");
      } catch (error) {
        throw hasCode(error, "JOB_STATE") ? stateProblem(error, "JOB_NOT_RETRYABLE") : error;
      }
    },
  };
}

/** Answers 400 for a job that has no such result. */
async function completed<Result>(result: Promise<Result>): Promise<Result> {
  try {
    return await result;
  } catch (error) {
    throw hasCode(error, "JOB_STATE") ? stateProblem(error, "JOB_NOT_COMPLETED") : error;
  }
}

function fileHeaders(table: string, uuid: string, format: keyof typeof TABLE_MEDIA_TYPES) {
  return {
    "content-type": TABLE_MEDIA_TYPES[format],
    "content-disposition": `attachment; filename="${table.replaceAll("_", "-")}-${uuid}.${format}"`,
  };
}
