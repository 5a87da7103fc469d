// Indices stay within the columns, so `!` on array reads only satisfies the type checker.

/** Indicators of a chart: lines over the price and plots below it, computed from the run's own candles. */

import UPlot from "uplot";

import { indicatorTitle, type Indicator, type Prices } from "../model/indicators.ts";
import { firstFrom, MOST_OWN, type CandleFeed } from "./candle-feed.ts";
import { seriesColour, type Palette } from "./draw.ts";
import type { Gutter } from "./gutter.ts";
import { addTitle, frame } from "./plots.ts";
import type { Columns } from "./tiles.ts";
import type { Span } from "./view.ts";

export interface IndicatorPlots {
  /** Shows other indicators. */
  show(indicators: readonly Indicator[]): void;
  /**
   * Brings the lines up to a span: they are `new`, the `same`, their candles are being `read`, or the span is too
   * `wide`.
   */
  update(span: Span): "new" | "same" | "read" | "wide";
  /** Draws the lines over the price. */
  drawOver(plot: UPlot): void;
  /** The first line of each indicator at a time; undefined where there is none. */
  valuesAt(seconds: number): readonly (number | undefined)[];
  /** The plots below the price, which share its view. */
  readonly below: readonly UPlot[];
  resize(): void;
  destroy(): void;
}

interface IndicatorPlotOptions {
  readonly feed: CandleFeed;
  /** Length of a candle in seconds. */
  readonly candle: number;
  readonly palette: () => Palette;
  readonly gutter: Gutter;
  /** Called for each plot that is made. */
  readonly onPlot: (plot: UPlot) => void;
}

/** Lines of an indicator over the candles of {@link Computed}. */
interface Computed {
  readonly columns: Columns;
  readonly indicators: readonly Indicator[];
  readonly lines: readonly (readonly Float64Array[])[];
}

const BELOW_HEIGHT = 96;

export function createIndicatorPlots(
  place: HTMLElement,
  { feed, candle, palette, gutter, onPlot }: IndicatorPlotOptions,
): IndicatorPlots {
  let indicators: readonly Indicator[] = [];
  let computed: Computed | undefined;
  let below: { readonly at: number; readonly plot: UPlot }[] = [];
  const colourOf = (at: number): string => seriesColour(colourIndex(at));
  const clear = (): void => {
    for (const { plot } of below) {
      gutter.leave(plot);
      plot.destroy();
    }
    below = [];
  };
  return {
    get below() {
      return below.map(({ plot }) => plot);
    },
    show(chosen) {
      indicators = chosen;
      computed = undefined;
      clear();
      chosen.forEach((indicator, at) => {
        if (indicator.kind.place !== "below") return;
        const plot = belowPlot(place, indicator, { palette, gutter }, () => colourOf(at));
        below.push({ at, plot });
        onPlot(plot);
      });
    },
    update({ min, max }) {
      if (indicators.length === 0) return "same";
      const lead = Math.max(...indicators.map(({ kind, numbers }) => kind.lead(numbers)));
      if ((max - min) / candle + lead > MOST_OWN) {
        computed = undefined;
        for (const { plot } of below)
          plot.setData([[], ...plot.data.slice(1).map(() => [])], false);
        return "wide";
      }
      const columns = feed.own(min - lead * candle, max);
      if (columns === undefined) return "read";
      if (computed?.columns === columns && computed.indicators === indicators) return "same";
      const prices = pricesOf(columns);
      const lines = indicators.map(({ kind, numbers }) => kind.lines(prices, numbers));
      computed = { columns, indicators, lines };
      for (const { at, plot } of below) {
        const rows = lines[at]!.map((line) => Array.from(line, (value) => known(value)));
        plot.setData([columns.time as number[], ...rows], false);
      }
      return "new";
    },
    drawOver(plot) {
      if (computed === undefined) return;
      const { columns, lines } = computed;
      computed.indicators.forEach(({ kind }, at) => {
        if (kind.place !== "price") return;
        lines[at]!.forEach((line, place) =>
          drawLine(plot, columns.time, line, colourOf(at), place),
        );
      });
    },
    valuesAt(seconds) {
      const at = computed === undefined ? -1 : firstFrom(computed.columns.time, seconds);
      return (computed?.lines ?? []).map(([line]) => known(line?.[at]) ?? undefined);
    },
    resize() {
      for (const { plot } of below)
        plot.setSize({ width: place.clientWidth, height: BELOW_HEIGHT });
    },
    destroy: clear,
  };
}

/** Place of an indicator's colour: entries and exits have the first ones. */
export function colourIndex(at: number): number {
  return (at + 3) % COLOURS;
}

const COLOURS = 6;

function pricesOf({ high, low, close }: Columns): Prices {
  return {
    high: Float64Array.from(high),
    low: Float64Array.from(low),
    close: Float64Array.from(close),
  };
}

function known(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}

function belowPlot(
  place: HTMLElement,
  indicator: Indicator,
  { palette, gutter }: Pick<IndicatorPlotOptions, "palette" | "gutter">,
  colour: () => string,
): UPlot {
  const { kind, numbers } = indicator;
  const { bounds } = kind;
  const labels = kind.lines(NO_PRICES, numbers);
  const plot = new UPlot(
    {
      ...frame(place, { height: BELOW_HEIGHT, palette, gutter }),
      series: [
        {},
        ...labels.map((_, at) => ({
          label: `${at}`,
          width: at === 0 ? 1.5 : 1,
          points: { show: false },
          stroke: () => (at === 0 ? colour() : palette().exit),
        })),
      ],
      scales: {
        x: { time: true },
        y: {
          range: (_, low: number | null, high: number | null): [number, number] =>
            bounds === undefined ? roomFor(low, high) : [bounds[0], bounds[1]],
        },
      },
      hooks: { drawAxes: [(drawn) => drawLevels(drawn, kind.levels?.(numbers) ?? [], palette())] },
    },
    [[], ...labels.map(() => [])],
    place,
  );
  addTitle(plot, indicatorTitle(indicator));
  return plot;
}

const NONE = new Float64Array();
const NO_PRICES: Prices = { high: NONE, low: NONE, close: NONE };

function roomFor(low: number | null, high: number | null): [number, number] {
  if (low === null || high === null) return [0, 1];
  const margin = 0.08 * (high - low || Math.abs(high) || 1);
  return [low - margin, high + margin];
}

function drawLevels(plot: UPlot, levels: readonly number[], { soft }: Palette): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.strokeStyle = soft;
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([3 * devicePixelRatio, 3 * devicePixelRatio]);
  for (const level of levels) {
    const y = Math.round(plot.valToPos(level, "y", true)) + 0.5;
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
  }
  ctx.restore();
}

/** A line over the price, in sight only; the lines behind the first of an indicator are thinner. */
function drawLine(
  plot: UPlot,
  time: readonly number[],
  values: Float64Array,
  colour: string,
  place: number,
): void {
  const { ctx, bbox, scales } = plot;
  const { min, max } = scales["x"] ?? {};
  const from = Math.max(0, firstFrom(time, min ?? 0) - 1);
  const to = Math.min(time.length, firstFrom(time, max ?? 0) + 1);
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.strokeStyle = colour;
  ctx.lineWidth = (place === 0 ? 1.5 : 1) * devicePixelRatio;
  ctx.beginPath();
  for (let i = from; i < to; i++) {
    const value = values[i]!;
    // A line begins behind its warm-up, where the first value is: a move to nowhere is none.
    if (Number.isNaN(value)) continue;
    ctx.lineTo(plot.valToPos(time[i]!, "x", true), plot.valToPos(value, "y", true));
  }
  ctx.stroke();
  ctx.restore();
}
