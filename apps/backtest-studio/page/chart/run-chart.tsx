/** The chart of a run: candles with trades, equity and drawdown over one axis of time. */

import type { EquityPoint } from "@bourse/contract/backtest";
import { Notice, useCommands, useQuery, type Command } from "@bourse/ui";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";

import { indicatorsText, readIndicators, type Indicator } from "../model/indicators.ts";
import { ChartBar, Legend, MarkWords, type ChartAct } from "./chart-bar.tsx";
import { toggleFullScreen, useFullScreen } from "./full-screen.ts";
import { IndicatorBar } from "./indicator-bar.tsx";
import { tradeWords } from "./marks-at.ts";
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
  const { count, trades, chosen, onChoose, standard } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [isMeasuring, setMeasuring] = useState(false);
  const [scale, setScale] = useQuery("scale", "linear");
  const [text, setText] = useQuery("indicators", standard);
  const { indicators, refused } = useMemo(() => readIndicators(text), [text]);
  const below = indicators.filter(({ kind }) => kind.place === "below").length;
  const { place, plots, told, tell } = useRunPlots(props, indicators);
  const { reading, problem, isTooWide, measured } = told;
  const isFull = useFullScreen(frame, () => plots.current?.fit());
  const { equity, read } = props;
  useEffect(() => {
    if (plots.current?.setLog(scale === "log") !== false) return;
    tell({ problem: "A logarithmic scale has no place for prices of 0 and below." });
    setScale("linear");
  }, [scale, equity, read]);
  useEffect(() => plots.current?.setMeasuring(isMeasuring), [isMeasuring, equity, read]);
  const act = (work: (plots: RunPlots) => void) => (): void => {
    if (plots.current !== undefined) work(plots.current);
  };
  const step = (by: number) => (): void => {
    if (trades !== undefined && trades.rows.length > 0) {
      onChoose(Math.max(0, Math.min(trades.rows.length - 1, (chosen ?? -1) + by)));
    }
  };
  const chosenWords =
    trades === undefined || chosen === undefined
      ? ""
      : tradeWords(trades, chosen, reading?.digits ?? 2);
  const marks = reading === undefined || reading.marks === "" ? chosenWords : reading.marks;
  const isLog = scale === "log";
  const acts = chartActs(act, step, [
    [isLog, () => setScale(isLog ? "linear" : "log")],
    [isMeasuring, () => setMeasuring(!isMeasuring)],
    [isFull, () => toggleFullScreen(frame.current)],
  ]);
  useCommands([...acts, ...crosshairKeys(act)].map(commandOf));
  return (
    <div ref={frame} class="chart-frame">
      <ChartBar reading={reading} acts={acts} />
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
      <MarkWords words={measured === undefined ? marks : `Measured: ${measured}`} />
      <div
        ref={place}
        class="chart"
        style={{ "--below": below }}
        role="img"
        aria-label={`Price with ${trades?.rows.length ?? 0} trades, equity and drawdown of ${count} candles.`}
      />
      <Legend />
      {problem !== undefined && <Notice kind="fair">{problem}</Notice>}
    </div>
  );
}

/** Facts that the plots tell. */
interface Told {
  readonly reading?: Reading;
  readonly problem?: string | undefined;
  readonly isTooWide: boolean;
  readonly measured?: string | undefined;
}

/** The plots of a run in their place, made anew for other candles or another account. */
function useRunPlots(props: RunChartProps, indicators: readonly Indicator[]) {
  const { first, last, count, read, equity, trades, chosen } = props;
  const place = useRef<HTMLDivElement>(null);
  const plots = useRef<RunPlots>(undefined);
  const [told, setTold] = useState<Told>({ isTooWide: false });
  const tell = (part: Partial<Told>): void => setTold((now) => ({ ...now, ...part }));
  useEffect(() => {
    if (place.current === null) return undefined;
    const made = createRunPlots(place.current, {
      first,
      last,
      count,
      read,
      equity,
      onReading: (reading) => tell({ reading }),
      onProblem: (problem) => tell({ problem }),
      onTooWide: (isTooWide) => tell({ isTooWide }),
      onMeasured: (measured) => tell({ measured }),
    });
    plots.current = made;
    return () => made.destroy();
  }, [first, last, count, read, equity]);
  useEffect(() => plots.current?.showTrades(trades, chosen), [trades, chosen, equity, read]);
  useEffect(() => plots.current?.showIndicators(indicators), [indicators, equity, read]);
  return { place, plots, told, tell };
}

type Act = (work: (plots: RunPlots) => void) => () => void;
type Toggle = readonly [isOn: boolean, run: () => void];

function chartActs(
  act: Act,
  step: (by: number) => () => void,
  [log, measure, full]: readonly [Toggle, Toggle, Toggle],
): readonly ChartAct[] {
  const toggle = ([isOn, run]: Toggle): Pick<ChartAct, "isOn" | "run"> => ({ isOn, run });
  return [
    { text: "‹", label: "Earlier", keys: "ArrowLeft", run: act(({ view }) => view.move(-0.25)) },
    { text: "›", label: "Later", keys: "ArrowRight", run: act(({ view }) => view.move(0.25)) },
    { text: "+", label: "Zoom in", keys: "+", run: act(({ view }) => view.zoom(0.5)) },
    { text: "−", label: "Zoom out", keys: "-", run: act(({ view }) => view.zoom(2)) },
    { text: "All", label: "Show all candles", keys: "0", run: act(({ view }) => view.reset()) },
    { text: "◀", label: "Trade before", keys: "[", run: step(-1) },
    { text: "▶", label: "Next trade", keys: "]", run: step(1) },
    { text: "Log", label: "Logarithmic scale", keys: "l", ...toggle(log) },
    { text: "Measure", label: "Measure by dragging", ...toggle(measure) },
    { text: "Full", label: "Full screen", keys: "f", ...toggle(full) },
  ];
}

function crosshairKeys(act: Act): readonly Omit<ChartAct, "text">[] {
  return [
    { label: "Crosshair one candle back", keys: ",", run: act((made) => made.moveCrosshair(-1)) },
    { label: "Crosshair one candle on", keys: ".", run: act((made) => made.moveCrosshair(1)) },
    { label: "Crosshair ten candles back", keys: "<", run: act((made) => made.moveCrosshair(-10)) },
    { label: "Crosshair ten candles on", keys: ">", run: act((made) => made.moveCrosshair(10)) },
    { label: "Measure from the crosshair", keys: "m", run: act((made) => made.toggleMeasure()) },
    { label: "Take the crosshair away", keys: "Escape", run: act((made) => made.clear()) },
  ];
}

function commandOf({ label, keys, run }: Omit<ChartAct, "text">): Command {
  return { label, run, group: "Chart", ...(keys !== undefined && { keys }) };
}
