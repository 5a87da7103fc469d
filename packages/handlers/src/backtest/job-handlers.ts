/** Backtests in, jobs out. */

import { normaliseInterval } from "@bourse/backtest-engine/data";
import { resolveParameters } from "@bourse/backtest-engine/strategies";
import type { Handlers } from "@bourse/contract";
import type { BacktestApi, BacktestRequest } from "@bourse/contract/backtest";

import type { BacktestCore } from "./backtest-core.ts";
import { dispatchReply, refuseInBody } from "./dispatch-job.ts";
import { payloadOfRequest } from "./wire/backtest-payload.ts";
import { wireJob, wireListedJob } from "./wire/job.ts";

type Routes = Pick<BacktestApi["routes"], "createBacktest" | "listJobs" | "getJob" | "cancelJob">;

export function jobHandlers(core: BacktestCore): Handlers<Routes, unknown> {
  return {
    async createBacktest({ body, headers }) {
      checkBacktest(core, body);
      const key = headers["idempotency-key"];
      const { jobUuid, status, warning } = await core.jobs.create(
        "backtest",
        payloadOfRequest(body),
        key === undefined ? {} : { idempotencyKey: key },
      );
      return dispatchReply({ jobUuid, status, warning }, "backtest");
    },

    async listJobs({ query }) {
      const { status, job_type: jobType, limit } = query;
      const jobs = await core.jobs.list({
        limit,
        ...(status === undefined ? {} : { status }),
        ...(jobType === undefined ? {} : { jobType }),
      });
      return jobs.map(wireListedJob);
    },

    getJob: async ({ params }) => wireJob(await core.jobs.get(params.uuid)),

    async cancelJob({ params }) {
      const job = await core.jobs.cancel(params.job_uuid);
      return { job_id: job.uuid, status: "cancelled" };
    },
  };
}

/** What would only fail in the worker is refused at the door: names and parameters that do not exist. */
function checkBacktest(core: BacktestCore, body: BacktestRequest): void {
  normaliseInterval(body.interval);
  refuseInBody(() => {
    const strategy = core.strategies.get(body.strategy ?? core.defaultStrategy);
    resolveParameters(strategy, body.parameters);
    core.exchanges.find(body.exchange);
  });
}
