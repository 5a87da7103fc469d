// Indices stay within the columns, so `!` on array reads only satisfies the type checker.

/** The plots of the page: the price with trades and lines, and a plot for each line below it. */

import { price } from "@bourse/kernel/figures";
import UPlot from "uplot";

import { colour, drawCandles, drawTrades } from "./draw-candles.ts";
import type { DrawnLine, PriceData } from "./price-data.ts";

/** Width of a letter of a label, and the room beside it, in pixels. */
const LETTER = 7;
const ROOM = 14;
/** Half the width of a date in pixels. */
const HALF_DATE = 36;

/** Plot of the price in `place`. */
export function pricePlot(
  place: HTMLElement,
  data: PriceData,
  read: (index: number) => void,
): UPlot {
  const options: UPlot.Options = {
    ...frame(place),
    series: [
      {},
      // Candles are drawn by hand; their columns are there for the cursor and for the scale.
      ...["close", "high", "low"].map((label) => ({
        label,
        paths: () => null,
        points: { show: false },
      })),
      ...data.over.map((line, k) => seriesOf(line, k)),
    ],
    scales: {
      x: { time: true },
      y: { range: (_, low, high) => withMargin(low, high) },
    },
    hooks: {
      drawAxes: [(plot) => drawCandles(plot, data)],
      draw: [(plot) => drawTrades(plot, data)],
      setCursor: [(plot) => read(plot.cursor.idx ?? data.time.length - 1)],
    },
  };
  const lines = [data.close, data.high, data.low, ...data.over.map(({ values }) => values)];
  return new UPlot(options, [[...data.time], ...lines.map((values) => [...values])], place);
}

/** Plot of one line in `place`. */
export function linePlot(
  place: HTMLElement,
  { time }: PriceData,
  line: DrawnLine,
  index: number,
): UPlot {
  const options: UPlot.Options = {
    ...frame(place),
    series: [{}, seriesOf(line, index)],
    scales: { x: { time: true } },
  };
  return new UPlot(options, [[...time], [...line.values]], place);
}

function frame(place: HTMLElement): Omit<UPlot.Options, "series"> {
  const axis = {
    stroke: () => colour("--soft"),
    grid: { stroke: () => colour("--line"), width: 1, dash: [2, 4] },
    ticks: { show: false },
    font: "12px system-ui, sans-serif",
  };
  return {
    width: place.clientWidth,
    height: place.clientHeight,
    // Ticks are at the starts of days and hours in UTC.
    tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), "Etc/UTC"),
    legend: { show: false },
    cursor: { drag: { x: false, y: false, setScale: false }, points: { show: false } },
    axes: [
      { ...axis, space: 90, size: 28, filter: withRoom, values: (_, ticks) => ticks.map(dateText) },
      {
        ...axis,
        side: 1,
        size: axisWidth,
        values: (_, values) => values.map((value) => price(value)),
      },
    ],
    padding: [8, 0, 0, 0],
  };
}

/** Width of the axis: that of the widest label. */
function axisWidth(_: UPlot, labels: readonly string[] | null): number {
  return Math.max(48, ROOM + LETTER * Math.max(0, ...(labels ?? []).map(({ length }) => length)));
}

function seriesOf({ name }: DrawnLine, k: number): UPlot.Series {
  return {
    label: name,
    width: 1.75,
    stroke: () => colour(`--line-${k % 6}`),
    points: { show: false },
    spanGaps: false,
  };
}

function withMargin(low: number, high: number): [number, number] {
  const margin = 0.04 * (high - low || Math.abs(high) || 1);
  return [low - margin, high + margin];
}

/** Leaves out the ticks whose text would be cut off at the left edge. */
function withRoom(plot: UPlot, ticks: number[]): (number | null)[] {
  return ticks.map((value) => (plot.valToPos(value, "x") < HALF_DATE ? null : value));
}

/** A date or, within a day, a time, in UTC; nothing for a tick that is left out. */
function dateText(seconds: number | null): string {
  if (seconds === null) return "";
  const text = new Date(seconds * 1000).toISOString();
  return seconds % 86_400 === 0 ? text.slice(0, 10) : text.slice(11, 16);
}
