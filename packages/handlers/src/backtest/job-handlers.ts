/** Backtests in, jobs out. */

import type { Handlers } from "@bourse/contract";
import type { BacktestApi } from "@bourse/contract/backtest";
import { hasCode } from "@bourse/kernel";
import type { BacktestService } from "@bourse/trading-core";

import { listReply } from "../paging/list-reply.ts";
import { dispatchAct } from "./audit.ts";
import { jobOptions, submitted } from "./submit-job.ts";
import { stateProblem } from "./translate.ts";
import { backtestRequest } from "./wire/backtest-request.ts";
import { wireJob, wireListedJob } from "./wire/job.ts";
import { withoutUndefined } from "./wire/without-undefined.ts";

type Routes = Pick<
  BacktestApi["routes"],
  "createBacktest" | "listJobs" | "getJob" | "updateJob" | "cancelJob" | "deleteJob"
>;

export function jobHandlers(service: BacktestService): Handlers<Routes, unknown> {
  return {
    createBacktest({ body, headers }, context) {
      const options = jobOptions(service, headers, context, dispatchAct("backtest", body));
      return submitted(service.submitBacktest(backtestRequest(body), options), "backtest", body);
    },

    async listJobs({ query }) {
      const { job_type: jobType, tag: tags, ...named } = query;
      const page = await service.jobs.list(withoutUndefined({ jobType, tags, ...named }));
      return listReply(page, wireListedJob);
    },

    getJob: async ({ params }) => wireJob(await service.jobs.get(params.uuid)),

    updateJob: async ({ params, body }) =>
      wireListedJob(await service.jobs.label(params.uuid, withoutUndefined(body))),

    async cancelJob({ params }) {
      const job = await service.jobs.cancel(params.job_uuid);
      return { job_id: job.uuid, status: "cancelled" };
    },

    async deleteJob({ params }) {
      try {
        const job = await service.jobs.delete(params.uuid);
        return { job_id: job.uuid, status: "deleted" };
      } catch (error) {
        throw hasCode(error, "JOB_STATE") ? stateProblem(error, "JOB_NOT_DELETABLE") : error;
      }
    },
  };
}
