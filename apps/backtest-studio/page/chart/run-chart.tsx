/** The chart of a run: candles with trades, equity and drawdown over one axis of time. */

import type { EquityPoint } from "@bourse/contract/backtest";
import { Notice, useCommands, useQuery } from "@bourse/ui";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";

import { indicatorsText, readIndicators } from "../model/indicators.ts";
import { price, utc } from "../model/numbers.ts";
import { IndicatorBar } from "./indicator-bar.tsx";
import { createRunPlots, type Reading, type RunPlots } from "./run-plots.ts";
import type { ReadTile } from "./tiles.ts";
import type { Trades } from "./trades.ts";

interface RunChartProps {
  /** Times of the first and the last candle in seconds. */
  readonly first: number;
  readonly last: number;
  readonly count: number;
  readonly read: ReadTile;
  readonly equity: readonly EquityPoint[];
  readonly trades: Trades | undefined;
  readonly chosen: number | undefined;
  readonly onChoose: (index: number) => void;
  /** Text of the indicators that are shown as long as the address names no others. */
  readonly standard: string;
}

export function RunChart(props: RunChartProps) {
  const { first, last, count, read, equity, trades, chosen, onChoose, standard } = props;
  const place = useRef<HTMLDivElement>(null);
  const plots = useRef<RunPlots>(undefined);
  const [reading, setReading] = useState<Reading>();
  const [problem, setProblem] = useState<string>();
  const [isTooWide, setTooWide] = useState(false);
  const [text, setText] = useQuery("indicators", standard);
  const { indicators, refused } = useMemo(() => readIndicators(text), [text]);
  const below = indicators.filter(({ kind }) => kind.place === "below").length;
  useEffect(() => {
    if (place.current === null) return undefined;
    const made = createRunPlots(place.current, {
      first,
      last,
      count,
      read,
      equity,
      onReading: setReading,
      onProblem: setProblem,
      onTooWide: setTooWide,
    });
    plots.current = made;
    return () => made.destroy();
  }, [first, last, count, read, equity]);
  useEffect(() => plots.current?.showTrades(trades, chosen), [trades, chosen, equity, read]);
  useEffect(() => plots.current?.showIndicators(indicators), [indicators, equity, read]);
  const act = (work: (plots: RunPlots) => void) => (): void => {
    if (plots.current !== undefined) work(plots.current);
  };
  const step = (by: number) => (): void => {
    if (trades !== undefined && trades.rows.length > 0) {
      onChoose(Math.max(0, Math.min(trades.rows.length - 1, (chosen ?? -1) + by)));
    }
  };
  const actions = [
    { text: "‹", label: "Earlier", keys: "ArrowLeft", run: act(({ view }) => view.move(-0.25)) },
    { text: "›", label: "Later", keys: "ArrowRight", run: act(({ view }) => view.move(0.25)) },
    { text: "+", label: "Zoom in", keys: "+", run: act(({ view }) => view.zoom(0.5)) },
    { text: "−", label: "Zoom out", keys: "-", run: act(({ view }) => view.zoom(2)) },
    { text: "All", label: "Show all candles", keys: "0", run: act(({ view }) => view.reset()) },
    { text: "◂", label: "Trade before", keys: "[", run: step(-1) },
    { text: "▸", label: "Next trade", keys: "]", run: step(1) },
  ];
  useCommands(actions.map(({ label, keys, run }) => ({ label, keys, run, group: "Chart" })));
  return (
    <>
      <div class="chart-bar">
        <p class="readout">{reading === undefined ? "\u00A0" : <Values {...reading} />}</p>
        <div class="buttons" role="group" aria-label="Zoom and move the chart">
          {actions.map(({ text, label, run }) => (
            <button key={label} type="button" class="second small" aria-label={label} onClick={run}>
              {text}
            </button>
          ))}
        </div>
      </div>
      <IndicatorBar
        indicators={indicators}
        values={reading?.indicators}
        isTooWide={isTooWide}
        onChange={(changed) => setText(indicatorsText(changed))}
      />
      {refused.length > 0 && (
        <Notice kind="fair">
          The address names what is no indicator, or too many: {refused.join(", ")}.
        </Notice>
      )}
      <div
        ref={place}
        class="chart"
        style={{ "--below": below }}
        role="img"
        aria-label={`Price with ${trades?.rows.length ?? 0} trades, equity and drawdown of ${count} candles.`}
      />
      {problem !== undefined && <Notice kind="fair">{problem}</Notice>}
    </>
  );
}

function Values({ candle, joined, equity, drawdown }: Reading) {
  return (
    <>
      <time>{utc(candle.time * 1000)}</time>
      {(["open", "high", "low", "close"] as const).map((name) => (
        <span key={name}>
          <b>{name.slice(0, 1).toUpperCase()}</b> {price(candle[name])}
        </span>
      ))}
      {equity !== undefined && (
        <span>
          <b>Equity</b> {price(equity)}
        </span>
      )}
      {drawdown !== undefined && (
        <span>
          <b>Drawdown</b> {(drawdown * 100).toFixed(2)} %
        </span>
      )}
      {joined > 1 && <span class="soft">{joined} candles in one</span>}
    </>
  );
}
