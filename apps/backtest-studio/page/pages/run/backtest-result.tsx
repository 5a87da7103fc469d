/** The result of a run: figures, chart, trades and files. */

import type { BacktestResult } from "@bourse/contract/backtest";
import { Notice } from "@bourse/ui";

import { indicatorsOf } from "../../model/indicators.ts";
import { DetailNote } from "./detail-note.tsx";
import { Robustness } from "./robustness.tsx";
import { RunTraces } from "./run-traces.tsx";
import { Statistics, Tiles } from "./statistics.tsx";
import { TearSheet } from "./tear-sheet.tsx";

interface ResultProps {
  readonly uuid: string;
  readonly result: BacktestResult;
}

export function BacktestResultView({ uuid, result }: ResultProps) {
  const { parameters } = result.configuration.request;
  return (
    <>
      <Tiles result={result} />
      <DetailNote detail={result.detail} />
      {result.warnings?.map((warning) => (
        <div class="wide" key={warning}>
          <Notice kind="fair">{warning}</Notice>
        </div>
      ))}
      <RunTraces
        uuid={uuid}
        origin={result}
        indicators={indicatorsOf(result.strategy, (parameters ?? {}) as Record<string, unknown>)}
      />
      <Statistics result={result} />
      <TearSheet result={result} />
      <Robustness result={result} />
    </>
  );
}
