/** Chart and trades of a job that has both: a run, or the joined tests of a walk-forward. */

import type { BacktestResult, EquityPoint, JobTrade } from "@bourse/contract/backtest";
import { Card, Empty, Notice, useQuery } from "@bourse/ui";
import { useEffect, useMemo, useState } from "preact/hooks";

import { RunChart } from "../../chart/run-chart.tsx";
import type { ReadTile } from "../../chart/tiles.ts";
import { tradesOf, type Trades } from "../../chart/trades.ts";
import { readCandles } from "../../model/candles.ts";
import { clients } from "../../model/session.ts";
import { wordsOf } from "../../model/words.ts";
import { Files } from "./files.tsx";
import { TradeTable } from "./trade-table.tsx";

interface RunTracesProps {
  readonly uuid: string;
  readonly origin: Pick<
    BacktestResult,
    "symbol" | "interval" | "exchange" | "first_timestamp" | "last_timestamp" | "candles"
  >;
  /** Text of the indicators that the chart begins with. */
  readonly indicators: string;
}

/** Most points of the equity that are drawn: more than a screen has pixels. */
const EQUITY_POINTS = 4000;

export function RunTraces({ uuid, origin, indicators }: RunTracesProps) {
  const [equity, setEquity] = useState<readonly EquityPoint[]>();
  const [trades, setTrades] = useState<Trades>();
  const [problem, setProblem] = useState<string>();
  const [trade, setTrade] = useQuery("trade");
  const chosen = /^\d+$/u.test(trade) ? Number(trade) - 1 : undefined;
  useEffect(() => {
    const params = { uuid };
    const { research } = clients.value;
    let isOpen = true;
    const tell = (error: unknown): void => setProblem(wordsOf(error));
    research
      .getJobEquity({ params, query: { points: EQUITY_POINTS } })
      .then((points) => isOpen && setEquity(points), tell);
    research.getJobTrades({ params }).then((rows) => {
      if (isOpen) setTrades(tradesOf(rows as readonly JobTrade[]));
    }, tell);
    return () => {
      isOpen = false;
    };
  }, [uuid]);
  const read = useMemo<ReadTile>(
    () => readCandles(origin),
    [origin.symbol, origin.interval, origin.exchange],
  );
  const choose = (index: number): void => setTrade(String(index + 1));
  return (
    <>
      <Card title="Chart" wide aside={<Files uuid={uuid} />}>
        {problem !== undefined && <Notice kind="poor">{problem}</Notice>}
        {equity === undefined ? (
          <div class="chart" />
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
            standard={indicators}
          />
        )}
      </Card>
      <Card
        title="Trades"
        wide
        aside={
          <span class="hint">
            <kbd>j</kbd> <kbd>k</kbd> go through them, the chart follows
          </span>
        }
      >
        {trades === undefined ? (
          <Empty title="Reading the trades …" />
        ) : (
          <TradeTable rows={trades.rows} chosen={chosen} onChoose={choose} />
        )}
      </Card>
    </>
  );
}
