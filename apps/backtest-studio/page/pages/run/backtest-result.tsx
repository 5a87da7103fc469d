/** The result of a run: figures, chart, trades and files. */

import type { BacktestResult, EquityPoint, JobTrade } from "@bourse/contract/backtest";
import { Card, Empty, Notice, useQuery } from "@bourse/ui";
import { useEffect, useMemo, useState } from "preact/hooks";

import type { ReadTile } from "../../chart/candle-feed.ts";
import { RunChart } from "../../chart/run-chart.tsx";
import { tradesOf, type Trades } from "../../chart/trades.ts";
import { readCandles } from "../../model/candles.ts";
import { clients } from "../../model/session.ts";
import { wordsOf } from "../../model/words.ts";
import { Files } from "./files.tsx";
import { Statistics, Tiles } from "./statistics.tsx";
import { TradeTable } from "./trade-table.tsx";

interface ResultProps {
  readonly uuid: string;
  readonly result: BacktestResult;
}

export function BacktestResultView({ uuid, result }: ResultProps) {
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
      .getJobEquity({ params, query: { points: 4000 } })
      .then((points) => isOpen && setEquity(points), tell);
    research.getJobTrades({ params }).then((rows) => {
      if (isOpen) setTrades(tradesOf(rows as readonly JobTrade[]));
    }, tell);
    return () => {
      isOpen = false;
    };
  }, [uuid]);
  const read = useMemo<ReadTile>(
    () => readCandles(result),
    [result.symbol, result.interval, result.exchange],
  );
  const first = Date.parse(result.first_timestamp) / 1000;
  const last = Date.parse(result.last_timestamp) / 1000;
  const choose = (index: number): void => setTrade(String(index + 1));
  return (
    <>
      <Tiles result={result} />
      {result.warnings?.map((warning) => (
        <div class="wide" key={warning}>
          <Notice kind="fair">{warning}</Notice>
        </div>
      ))}
      <Card title="Chart" wide aside={<Files uuid={uuid} />}>
        {problem !== undefined && <Notice kind="poor">{problem}</Notice>}
        {equity === undefined ? (
          <div class="chart" />
        ) : (
          <RunChart
            first={first}
            last={last}
            count={result.candles}
            read={read}
            equity={equity}
            trades={trades}
            chosen={chosen}
            onChoose={choose}
          />
        )}
      </Card>
      <Card
        title={`Trades`}
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
      <Statistics result={result} />
    </>
  );
}
