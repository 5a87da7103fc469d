/** The plots of a run: the price, and lines below it on the same axis of time. */

import { utcTick } from "@bourse/ui/chart-times";
import UPlot from "uplot";

import { crosshairLabels } from "./crosshair.ts";
import { drawCandles, type Palette } from "./draw.ts";
import { chartFont, type Gutter } from "./gutter.ts";
import { tickTexts, ticksOf } from "./ticks.ts";
import type { Columns } from "./tiles.ts";
import { drawTrades } from "./trade-marks.ts";
import type { Trades } from "./trades.ts";

const HALF_DATE = 40;
/** Least distance of two ticks of values in pixels. */
const TICK_PIXELS = 36;

/** Content of the plot of the price, read at each drawing. */
interface PriceSource {
  readonly columns: Columns;
  readonly palette: Palette;
  readonly trades: Trades | undefined;
  readonly chosen: number | undefined;
  /** True for a logarithmic scale, which prices of 0 and below do not have. */
  readonly isLog: boolean;
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
  gutter: Gutter,
  { drawOver, onCursor }: PriceHooks,
): UPlot {
  const hidden = { paths: () => null, points: { show: false } };
  const options: UPlot.Options = {
    ...frame(place, {
      height,
      gutter,
      palette: () => source.palette,
      hasDates: true,
      isLog: () => source.isLog,
    }),
    series: [{}, ...["high", "low"].map((label) => ({ label, ...hidden }))],
    scales: {
      x: { time: true },
      y: {
        distr: 100,
        fwd: (value) => (source.isLog ? Math.log(Math.max(value, Number.MIN_VALUE)) : value),
        bwd: (value) => (source.isLog ? Math.exp(value) : value),
        range: (_, low, high) => withMargin(low, high, source.isLog),
      },
    },
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
  /** Texts of ticks and of the value under the crosshair. Default: the plain numbers. */
  readonly texts?: TickTexts;
  readonly colour: (palette: Palette) => string;
  readonly palette: () => Palette;
  readonly gutter: Gutter;
  /** True for a line that hangs from zero. */
  readonly isBelow?: boolean;
}

export function linePlot(
  place: HTMLElement,
  data: readonly [readonly number[], readonly number[]],
  { label, height, texts, colour, palette, gutter, isBelow = false }: LineOptions,
): UPlot {
  const options: UPlot.Options = {
    ...frame(place, { height, palette, gutter, ...(texts !== undefined && { texts }) }),
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

/** Texts of values that stand on one axis. */
type TickTexts = (ticks: readonly number[]) => readonly string[];

interface FrameOptions {
  readonly height: number;
  readonly palette: () => Palette;
  readonly gutter: Gutter;
  readonly hasDates?: boolean;
  readonly texts?: TickTexts;
  readonly isLog?: () => boolean;
}

/** Axes and cursor of every plot. */
export function frame(
  place: HTMLElement,
  { height, palette, gutter, hasDates = false, texts = tickTexts, isLog }: FrameOptions,
): Omit<UPlot.Options, "series"> {
  const axis = {
    stroke: () => palette().soft,
    grid: { stroke: () => palette().line, width: 1 },
    ticks: { show: false },
    font: chartFont(),
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
        values: (_, ticks) => (hasDates ? ticks.map(utcTick) : ticks.map(() => "")),
      },
      {
        ...axis,
        side: 1,
        size: (plot, labels) => gutter.size(plot, labels),
        splits: (plot, _, min, max) =>
          ticksOf(min, max, (plot.over.clientHeight || height) / TICK_PIXELS, isLog?.()),
        filter: (_, ticks) => ticks,
        values: (_, ticks) => [...texts(ticks)],
      },
    ],
    plugins: [crosshairLabels(texts, hasDates)],
    padding: [8, 0, 0, 0],
  };
}

function withMargin(low: number | null, high: number | null, isLog = false): [number, number] {
  if (low === null || high === null) return [0, 1];
  if (isLog && low > 0) {
    const factor = (high / low || 1) ** 0.05 * 1.001;
    return [low / factor, high * factor];
  }
  const margin = 0.05 * (high - low || Math.abs(high) || 1);
  return [low - margin, high + margin];
}

/** Leaves out the ticks whose text would be cut off at the left edge. */
function withRoom(plot: UPlot, ticks: number[]): (number | null)[] {
  return ticks.map((value) => (plot.valToPos(value, "x") < HALF_DATE ? null : value));
}
