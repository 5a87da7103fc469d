/** Acts of the service that check a request and store it as a job. */

import type { JobDispatch, JobRequestOptions, JobService } from "./jobs/job-service.ts";
import type {
  BacktestRequest,
  SweepRequest,
  WalkForwardRequest,
} from "./requests/backtest-request.ts";
import {
  checkBacktestRequest,
  checkSweepRequest,
  checkWalkForwardRequest,
} from "./requests/check-request.ts";
import {
  checkDataSyncRequest,
  checkSignalRequest,
  type DataSyncRequest,
  type SignalRequest,
} from "./requests/live-requests.ts";

/** Stores a checked request as a job. */
type Submit<Request> = (request: Request, options?: JobRequestOptions) => Promise<JobDispatch>;

interface SubmittingCalls {
  readonly submitBacktest: Submit<BacktestRequest>;
  readonly submitSweep: Submit<SweepRequest>;
  readonly submitWalkForward: Submit<WalkForwardRequest>;
  readonly submitDataSync: Submit<DataSyncRequest>;
  readonly submitSignals: Submit<SignalRequest>;
}

/** The acts that check a request and store it as a job. */
export function submittingCalls(
  jobs: Pick<JobService, "create">,
  known: Parameters<typeof checkBacktestRequest>[1],
): SubmittingCalls {
  return {
    async submitBacktest(request, given) {
      checkBacktestRequest(request, known);
      return jobs.create("backtest", request, given);
    },
    async submitSweep(request, given) {
      await checkSweepRequest(request, known);
      return jobs.create("sweep", request, given);
    },
    async submitWalkForward(request, given) {
      await checkWalkForwardRequest(request, known);
      return jobs.create("walk_forward", request, given);
    },
    async submitDataSync(request, given) {
      checkDataSyncRequest(request, known);
      return jobs.create("data_sync", request, given);
    },
    async submitSignals(request, given) {
      checkSignalRequest(request, known);
      return jobs.create("signal", request, given);
    },
  };
}
