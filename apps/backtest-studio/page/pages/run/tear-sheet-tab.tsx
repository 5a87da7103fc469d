/** The tear sheet of a run: months, rolling figures, the distribution of days, a map of the trades, and its figures. */

import {
  histogramOf,
  rollingSharpe,
  rollingSortino,
  rollingVolatility,
  type TearSheet as Sheet,
} from "@bourse/backtest-engine/tear-sheet";
import type { BacktestResult } from "@bourse/contract/backtest";
import { Card, Empty } from "@bourse/ui";
import { useMemo } from "preact/hooks";

import { LineNames, LinesPlot, type PlotLine } from "../../chart/lines-plot.tsx";
import { SvgPlot } from "../../chart/svg-plot.tsx";
import { percentTexts } from "../../chart/ticks.ts";
import { count, percent, ratio, signedPercent } from "../../model/numbers.ts";
import { Months } from "./months.tsx";
import { rollingWindow, sheetOf } from "./sheet.ts";
import { shown, traces } from "./shown-run.ts";
import { TearSheet } from "./tear-sheet.tsx";
import { TracesProblem } from "./traces-problem.tsx";
import { TradeMap } from "./trade-map.tsx";

export function TearSheetTab() {
  const job = shown.value;
  const { equity, trades, problem } = traces.value;
  const sheet = useMemo(
    () => (job === undefined || equity === undefined ? undefined : sheetOf(job, equity)),
    [job?.uuid, equity],
  );
  if (job === undefined) return null;
  if (sheet === undefined) {
    return problem === undefined ? <Empty title="Reading the account …" /> : <TracesProblem />;
  }
  const result = job.result as unknown as BacktestResult;
  return (
    <>
      <TracesProblem />
      <Months sheet={sheet} />
      <Rolling sheet={sheet} />
      <Distribution sheet={sheet} />
      {trades !== undefined && <TradeMap trades={trades.rows} />}
      {result.tear_sheet === undefined ? (
        <Card title="Figures of days" wide>
          <p class="hint">
            The request of this run did not ask for the figures of its days. Change it and run again
            with the tear sheet to have them from every candle.
          </p>
        </Card>
      ) : (
        <TearSheet result={result} />
      )}
      {equity !== undefined && equity.length < result.candles && (
        <p class="hint wide">
          Pictures and months are drawn from the {count(equity.length)} points of the account that
          the job keeps of {count(result.candles)} candles; the figures are of all candles.
        </p>
      )}
    </>
  );
}

function Rolling({ sheet }: { readonly sheet: Sheet }) {
  const window = rollingWindow(sheet);
  const [ratios, spread] = useMemo(() => {
    if (window === undefined) return [[], []] as const;
    const { returns, figures } = sheet;
    const time = Array.from(sheet.time, (milliseconds) => milliseconds / 1000);
    const year = figures.periodsPerYear;
    const line = (index: number, name: string, value: Float64Array): PlotLine => ({
      index,
      name,
      time,
      value,
    });
    return [
      [
        line(0, "Sharpe", rollingSharpe(returns, window, year)),
        line(1, "Sortino", rollingSortino(returns, window, year)),
      ],
      [line(0, "Volatility a year", rollingVolatility(returns, window, year))],
    ] as const;
  }, [sheet, window]);
  if (window === undefined) {
    return (
      <Card title="Rolling figures">
        <p class="hint">The run has too few days: rolling figures need two windows of ten days.</p>
      </Card>
    );
  }
  return (
    <>
      <Card title={`Sharpe and Sortino of ${window} days`}>
        <LineNames lines={ratios} last={(value) => ratio(Number.isNaN(value) ? null : value)} />
        <LinesPlot
          lines={ratios}
          height={200}
          label={`Sharpe and Sortino ratio of the last ${window} days, a year.`}
        />
      </Card>
      <Card title={`Volatility of ${window} days`}>
        <LineNames lines={spread} last={(value) => percent(Number.isNaN(value) ? null : value)} />
        <LinesPlot
          lines={spread}
          height={200}
          texts={percentTexts}
          label={`Volatility of the last ${window} days, a year.`}
        />
      </Card>
    </>
  );
}

/** Classes of the distribution, and the least days that it is drawn of. */
const CLASSES = 40;
const LEAST_DAYS = 10;

function Distribution({ sheet: { returns, figures } }: { readonly sheet: Sheet }) {
  const moved = returns.filter((value) => value !== 0);
  const classes = histogramOf(moved, CLASSES);
  const [first, last] = [classes[0], classes.at(-1)];
  if (moved.length < LEAST_DAYS || first === undefined || last === undefined) return null;
  const most = Math.max(...classes.map((one) => one.count));
  const { valueAtRisk: risk } = figures;
  return (
    <Card
      title="Distribution of daily returns"
      aside={<span class="hint">{count(moved.length)} days that moved</span>}
    >
      <SvgPlot
        label={`Daily returns from ${signedPercent(first.from)} to ${signedPercent(last.to)}; 5 % of the days lie below ${signedPercent(risk)}.`}
        x={[first.from, last.to]}
        y={[0, most]}
        xName="Return of a day"
        yName="Days"
        xTexts={percentTexts}
      >
        {({ x, y }) => (
          <>
            {classes.map(({ from, to, count: days }) => (
              <rect
                key={from}
                class={from + to < 0 ? "bar-loss" : "bar-gain"}
                x={x(from) + 0.5}
                width={Math.max(1, x(to) - x(from) - 1)}
                y={y(days)}
                height={y(0) - y(days)}
              >
                <title>
                  {signedPercent(from)} to {signedPercent(to)}: {days} days
                </title>
              </rect>
            ))}
            {risk !== null && (
              <>
                <path class="mark" d={`M${x(risk)} ${y(0)}V${y(most)}`} />
                <text class="axis" x={x(risk) + 4} y={y(most) - 4}>
                  5 % of days below
                </text>
              </>
            )}
          </>
        )}
      </SvgPlot>
    </Card>
  );
}
