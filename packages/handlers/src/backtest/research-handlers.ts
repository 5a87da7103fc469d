/** Sweeps and walk-forwards in; trades, equity, a report and progress out. */

import { normaliseInterval } from "@bourse/backtest-engine/data";
import type { JobDispatch } from "@bourse/backtest-engine/service";
import { Problem, reply, type Handlers } from "@bourse/contract";
import type { JobTrade as WireTrade, researchRoutes } from "@bourse/contract/backtest";
import { hasCode, type BourseError } from "@bourse/kernel";

import type { BacktestCore } from "./backtest-core.ts";
import { bodyRefusal, dispatchReply, refuseInBody } from "./dispatch-job.ts";
import { jobReport } from "./job-report.ts";
import { progressStream } from "./progress-stream.ts";
import { payloadOfSweep, payloadOfWalkForward } from "./wire/sweep-payload.ts";
import { isoTime } from "./wire/time.ts";
import { tradesCsv, wireTrade } from "./wire/trades.ts";

/** A quiet stream says something that often, and looks whether it has missed the end. */
const HEARTBEAT_MILLISECONDS = 10_000;

export function researchHandlers(core: BacktestCore): Handlers<typeof researchRoutes, unknown> {
  const { jobs } = core;
  return {
    async createSweep({ body, headers }) {
      checkNames(core, body);
      const dispatch = jobs.submitSweep(payloadOfSweep(body), keyOf(headers));
      return dispatchReply(await inBody(dispatch), "sweep");
    },

    async createWalkForward({ body, headers }) {
      checkNames(core, body);
      const dispatch = jobs.submitWalkForward(payloadOfWalkForward(body), keyOf(headers));
      return dispatchReply(await inBody(dispatch), "walk-forward");
    },

    async getJobTrades({ params, query }) {
      const { offset, limit } = query;
      const page = { offset, ...(limit !== undefined && { limit }) };
      const trades = (await completed(jobs.trades(params.uuid, page))).map(wireTrade);
      return query.format === "csv" ? csvReply(params.uuid, trades) : trades;
    },

    async getJobEquity({ params, query }) {
      const { points } = query;
      const equity = await completed(
        jobs.equity(params.uuid, points === undefined ? {} : { points }),
      );
      return equity.map((point) => ({ ...point, timestamp: isoTime(point.timestamp) }));
    },

    async getJobReport({ params }, { signal }) {
      return reply(200, await completed(jobReport(core, params.uuid, signal)), {
        // The page's own policy, which lets its style apply; the API's would not.
        "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
      });
    },

    async watchJob({ params }) {
      // An unknown job is refused before the stream begins.
      await jobs.get(params.uuid);
      return progressStream(jobs, params.uuid, {
        clock: core.clock,
        heartbeatMilliseconds: HEARTBEAT_MILLISECONDS,
      });
    },

    async retryJob({ params, headers }) {
      try {
        return dispatchReply(await jobs.retry(params.uuid, keyOf(headers)), "job");
      } catch (error) {
        throw hasCode(error, "JOB_STATE") ? stateProblem(error, "JOB_NOT_RETRYABLE") : error;
      }
    },
  };
}

function checkNames(
  core: BacktestCore,
  body: { readonly interval: string; readonly exchange?: string | undefined },
): void {
  normaliseInterval(body.interval);
  refuseInBody(() => core.exchanges.find(body.exchange));
}

async function inBody(dispatch: Promise<JobDispatch>): Promise<JobDispatch> {
  try {
    return await dispatch;
  } catch (error) {
    throw bodyRefusal(error);
  }
}

/** A job that has nothing of the kind is 400. */
async function completed<Result>(result: Promise<Result>): Promise<Result> {
  try {
    return await result;
  } catch (error) {
    throw hasCode(error, "JOB_STATE") ? stateProblem(error, "JOB_NOT_COMPLETED") : error;
  }
}

function stateProblem(error: BourseError, code: string): Problem {
  return new Problem({ code, status: 400, message: error.message }, { cause: error });
}

function keyOf(headers: { readonly "idempotency-key"?: string | undefined }) {
  const idempotencyKey = headers["idempotency-key"];
  return idempotencyKey === undefined ? {} : { idempotencyKey };
}

function csvReply(uuid: string, trades: readonly WireTrade[]) {
  return reply(200, tradesCsv(trades), {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="trades-${uuid}.csv"`,
  });
}
