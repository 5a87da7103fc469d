/** The account of a run beside buying and holding, its drawdown, and its months. */

import type { BacktestResult, EquityPoint, Job } from "@bourse/contract/backtest";
import { Card, Notice } from "@bourse/ui";
import { useEffect, useMemo, useState } from "preact/hooks";

import { GrowthPlot } from "../../chart/growth-plot.tsx";
import { LinesPlot, type PlotLine } from "../../chart/lines-plot.tsx";
import { percentTexts } from "../../chart/ticks.ts";
import type { Columns } from "../../chart/tiles.ts";
import { readCandles } from "../../model/candles.ts";
import { percent } from "../../model/numbers.ts";
import { wordsOf } from "../../model/words.ts";
import { Months } from "./months.tsx";
import { initialCapitalOf, sheetOf } from "./sheet.ts";
import { traces } from "./shown-run.ts";
import { TracesProblem } from "./traces-problem.tsx";

interface AccountPlotsProps {
  readonly job: Job;
  readonly origin: Pick<
    BacktestResult,
    "symbol" | "interval" | "exchange" | "first_timestamp" | "last_timestamp" | "max_drawdown"
  >;
  /** Return of buying and holding, a fraction; null where there is none. */
  readonly buyHold: number | null;
}

export function AccountPlots({ job, origin, buyHold }: AccountPlotsProps) {
  const { equity, problem } = traces.value;
  const { candles, fault } = useHeldCandles(origin, buyHold);
  const growth = useMemo(
    () => (equity === undefined ? [] : growthLines(job, equity, candles, buyHold)),
    [equity, candles],
  );
  const falls = useMemo(() => (equity === undefined ? [] : [fallLine(equity)]), [equity]);
  const sheet = useMemo(() => equity && sheetOf(job, equity), [equity]);
  return (
    <>
      <Card title={buyHold === null ? "Account" : "Account beside buy and hold"} wide>
        <TracesProblem />
        {fault !== undefined && <Notice kind="fair">{fault}</Notice>}
        {equity === undefined ? (
          <>
            <p class="readout">{problem === undefined && "Reading the account …"}</p>
            <div class="plot high-340" />
          </>
        ) : (
          <GrowthPlot lines={growth} />
        )}
      </Card>
      <Card title="Drawdown" wide>
        {equity === undefined ? (
          <div class="plot high-160" />
        ) : (
          <LinesPlot
            lines={falls}
            height={160}
            texts={percentTexts}
            isFilled
            label={`Fall below the highest value so far, at most ${percent(origin.max_drawdown)}.`}
          />
        )}
      </Card>
      {sheet !== undefined && <Months sheet={sheet} />}
    </>
  );
}

function growthLines(
  job: Job,
  equity: readonly EquityPoint[],
  candles: Columns | undefined,
  buyHold: number | null,
): readonly PlotLine[] {
  const capital = initialCapitalOf(job);
  const run = {
    index: 0,
    name: "This run",
    time: secondsOf(equity),
    value: equity.map((point) => point.equity / capital - 1),
  };
  const last = candles?.close.at(-1);
  if (candles === undefined || last === undefined || buyHold === null) return [run];
  // The close of the first candle, by the figure that the server states: joined candles do not have it.
  const first = last / (1 + buyHold);
  return [
    run,
    {
      index: 1,
      name: "Buy and hold",
      time: candles.time,
      value: candles.close.map((close) => close / first - 1),
    },
  ];
}

function fallLine(equity: readonly EquityPoint[]): PlotLine {
  return {
    index: 1,
    name: "Drawdown",
    time: secondsOf(equity),
    value: equity.map(({ drawdown }) => -drawdown),
  };
}

function secondsOf(points: readonly EquityPoint[]): readonly number[] {
  return points.map(({ timestamp }) => Date.parse(timestamp) / 1000);
}

/** The candles of a run on one symbol, joined to at most a thousand; undefined until they are read. */
function useHeldCandles(
  {
    symbol,
    interval,
    exchange,
    first_timestamp: first,
    last_timestamp: last,
  }: AccountPlotsProps["origin"],
  buyHold: number | null,
) {
  const [read, setRead] = useState<{ readonly candles?: Columns; readonly fault?: string }>({});
  useEffect(() => {
    let isOpen = true;
    setRead({});
    if (buyHold === null || symbol.includes(",")) return undefined;
    const [from, to] = [Date.parse(first) / 1000, Date.parse(last) / 1000 + 1];
    readCandles({ symbol, interval, exchange })(from, to).then(
      (candles) => isOpen && setRead({ candles }),
      (error: unknown) =>
        isOpen && setRead({ fault: `Buy and hold could not be read: ${wordsOf(error)}` }),
    );
    return () => {
      isOpen = false;
    };
  }, [symbol, interval, exchange, first, last]);
  return read;
}
