/** The plots of a run: the price, and lines below it on the same axis of time. */

import UPlot from "uplot";

import { drawCandles, drawTrades, type Palette } from "./draw.ts";
import type { Columns } from "./tiles.ts";
import type { Trades } from "./trades.ts";

const AXIS = 64;
const HALF_DATE = 40;

/** Content of the plot of the price, read at each drawing. */
interface PriceSource {
  readonly columns: Columns;
  readonly palette: Palette;
  readonly trades: Trades | undefined;
  readonly chosen: number | undefined;
}

interface PriceHooks {
  /** Draws lines over the candles, below the trades. */
  readonly drawOver: (plot: UPlot) => void;
  readonly onCursor: (seconds: number | undefined) => void;
}

export function pricePlot(
  place: HTMLElement,
  height: number,
  source: PriceSource,
  { drawOver, onCursor }: PriceHooks,
): UPlot {
  const hidden = { paths: () => null, points: { show: false } };
  const options: UPlot.Options = {
    ...frame(place, height, () => source.palette, true),
    series: [{}, ...["high", "low"].map((label) => ({ label, ...hidden }))],
    scales: { x: { time: true }, y: { range: (_, low, high) => withMargin(low, high) } },
    hooks: {
      drawAxes: [(plot) => drawCandles(plot, source.columns, source.palette)],
      draw: [
        (plot) => {
          const { trades, chosen } = source;
          drawOver(plot);
          if (trades !== undefined) drawTrades(plot, trades, chosen, source.palette);
        },
      ],
      setCursor: [
        (plot) => {
          const { left = -1 } = plot.cursor;
          onCursor(left < 0 ? undefined : plot.posToVal(left, "x"));
        },
      ],
    },
  };
  return new UPlot(options, priceData(source.columns), place);
}

/** The columns that the scale of the price is made of; the candles are drawn by hand. */
export function priceData({ time, high, low }: Columns): UPlot.AlignedData {
  return [time as number[], high as number[], low as number[]];
}

interface LineOptions {
  readonly label: string;
  readonly height: number;
  readonly values: (value: number) => string;
  readonly colour: (palette: Palette) => string;
  readonly palette: () => Palette;
  /** True for a line that hangs from zero. */
  readonly isBelow?: boolean;
}

export function linePlot(
  place: HTMLElement,
  data: readonly [readonly number[], readonly number[]],
  { label, height, values, colour, palette, isBelow = false }: LineOptions,
): UPlot {
  const options: UPlot.Options = {
    ...frame(place, height, palette, false, values),
    series: [
      {},
      {
        label,
        width: 1.5,
        stroke: () => colour(palette()),
        fill: () => `${colour(palette())}22`,
        points: { show: false },
        ...(isBelow && { fillTo: 0 }),
      },
    ],
    scales: {
      x: { time: true },
      y: {
        range: (_, low, high) =>
          isBelow ? [Math.min(low, -0.001) * 1.2, 0] : withMargin(low, high),
      },
    },
  };
  return new UPlot(options, [data[0] as number[], data[1] as number[]], place);
}

/** Names a plot, at its upper left. */
export function addTitle({ over }: UPlot, name: string): void {
  const title = document.createElement("span");
  title.className = "plot-title";
  title.textContent = name;
  over.append(title);
}

/** Axes and cursor of every plot. */
export function frame(
  place: HTMLElement,
  height: number,
  palette: () => Palette,
  hasDates: boolean,
  values: (value: number) => string = numberText,
): Omit<UPlot.Options, "series"> {
  const axis = {
    stroke: () => palette().soft,
    grid: { stroke: () => palette().line, width: 1 },
    ticks: { show: false },
    font: "12px system-ui, sans-serif",
  };
  return {
    width: place.clientWidth,
    height,
    // Ticks are at the starts of days and hours in UTC.
    tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), "Etc/UTC"),
    legend: { show: false },
    cursor: {
      sync: { key: "run", setSeries: false },
      drag: { x: false, y: false, setScale: false },
      points: { show: false },
    },
    axes: [
      {
        ...axis,
        space: 96,
        size: hasDates ? 28 : 0,
        filter: withRoom,
        values: (_, ticks) => (hasDates ? ticks.map(dateText) : ticks.map(() => "")),
      },
      { ...axis, side: 1, size: AXIS, space: 36, values: (_, ticks) => ticks.map(values) },
    ],
    padding: [8, 0, 0, 0],
  };
}

function withMargin(low: number | null, high: number | null): [number, number] {
  if (low === null || high === null) return [0, 1];
  const margin = 0.05 * (high - low || Math.abs(high) || 1);
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

function numberText(value: number): string {
  return value.toLocaleString("en-US", { maximumSignificantDigits: 6 });
}
