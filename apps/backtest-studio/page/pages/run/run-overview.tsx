/** The overview of a run: its account beside holding, its drawdowns and months, and its figures beside them. */

import type { BacktestResult, Job } from "@bourse/contract/backtest";
import { Notice } from "@bourse/ui";

import { AccountPlots } from "./account-plots.tsx";
import { DetailNote } from "./detail-note.tsx";
import { Statistics, Tiles } from "./statistics.tsx";

interface RunOverviewProps {
  readonly job: Job;
  readonly result: BacktestResult;
}

export function RunOverview({ job, result }: RunOverviewProps) {
  const isFalse = job.look_ahead === "looks_ahead";
  return (
    <div class="wide beside-figures">
      <div class="stack">
        {result.warnings?.map((warning) => (
          <Notice key={warning} kind="fair">
            {warning}
          </Notice>
        ))}
        <AccountPlots job={job} origin={result} buyHold={result.buy_hold_return} />
        <DetailNote detail={result.detail} />
      </div>
      <div class="stack">
        <Tiles result={result} isFalse={isFalse} />
        <Statistics result={result} />
      </div>
    </div>
  );
}
