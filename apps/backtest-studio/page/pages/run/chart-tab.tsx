/** The chart of a job that has trades: a run, the best of a sweep, or the joined tests of a walk-forward. */

import type { BacktestResult } from "@bourse/contract/backtest";
import { Card, useQuery } from "@bourse/ui";
import { useMemo } from "preact/hooks";

import { RunChart } from "../../chart/run-chart.tsx";
import type { ReadTile } from "../../chart/tiles.ts";
import { readCandles } from "../../model/candles.ts";
import { indicatorsOf, NO_INDICATORS } from "../../model/indicators.ts";
import { Files } from "./files.tsx";
import { shown, traces } from "./shown-run.ts";
import { TracesProblem } from "./traces-problem.tsx";

/** Fields that the results of all three kinds have. */
type Origin = Pick<
  BacktestResult,
  | "strategy"
  | "symbol"
  | "interval"
  | "exchange"
  | "first_timestamp"
  | "last_timestamp"
  | "candles"
  | "configuration"
>;

export function ChartTab() {
  const job = shown.value;
  const { equity, trades, problem } = traces.value;
  const [chosen, choose] = useChosenTrade();
  const origin = (job?.result ?? undefined) as Origin | undefined;
  const { symbol = "", interval = "", exchange = "" } = origin ?? {};
  const read = useMemo<ReadTile>(
    () => readCandles({ symbol, interval, exchange }),
    [symbol, interval, exchange],
  );
  if (job === undefined || origin === undefined) return null;
  return (
    <Card title="Chart" wide>
      <TracesProblem />
      {equity === undefined ? (
        <div class="chart">
          {problem === undefined && <p class="hint">Reading the account …</p>}
        </div>
      ) : (
        <RunChart
          first={Date.parse(origin.first_timestamp) / 1000}
          last={Date.parse(origin.last_timestamp) / 1000}
          count={origin.candles}
          read={read}
          equity={equity}
          trades={trades}
          chosen={chosen}
          onChoose={choose}
          standard={job.job_type === "backtest" ? indicatorsFor(origin) : NO_INDICATORS}
        />
      )}
      <Files uuid={job.uuid} />
    </Card>
  );
}

/** The trade that the address names, by its place, and how another is chosen. */
export function useChosenTrade(): readonly [number | undefined, (index: number) => void] {
  const [trade, setTrade] = useQuery("trade");
  return [
    /^\d+$/u.test(trade) ? Number(trade) - 1 : undefined,
    (index) => setTrade(String(index + 1)),
  ];
}

function indicatorsFor({ strategy, configuration }: Origin): string {
  const { parameters } = configuration.request;
  return indicatorsOf(strategy, (parameters ?? {}) as Record<string, unknown>);
}
