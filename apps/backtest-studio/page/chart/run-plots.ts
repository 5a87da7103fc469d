// Indices stay within the columns, so `!` on array reads only satisfies the type checker.

/** The plots of a run, tied to one view. */

import type { EquityPoint } from "@bourse/contract/backtest";
import type UPlot from "uplot";

import type { Indicator } from "../model/indicators.ts";
import { wordsOf } from "../model/words.ts";
import { createCandleFeed, firstFrom, type Columns, type ReadTile } from "./candle-feed.ts";
import { paletteOf } from "./draw.ts";
import { createIndicatorPlots } from "./indicator-plots.ts";
import { linePlot, priceData, pricePlot, type PriceSource } from "./plots.ts";
import type { Trades } from "./trades.ts";
import { createView, listenTo, type View } from "./view.ts";

/** The figures under the cursor. */
export interface Reading {
  readonly candle: Readonly<Record<"time" | "open" | "high" | "low" | "close", number>>;
  readonly joined: number;
  readonly equity: number | undefined;
  readonly drawdown: number | undefined;
  /** The first line of each indicator; undefined where there is none. */
  readonly indicators: readonly (number | undefined)[];
}

export interface RunPlots {
  readonly view: View;
  /** Shows other trades; a chosen one is brought into sight. */
  showTrades(trades: Trades | undefined, chosen: number | undefined): void;
  /** Shows other indicators. */
  showIndicators(indicators: readonly Indicator[]): void;
  destroy(): void;
}

interface RunPlotOptions {
  readonly first: number;
  readonly last: number;
  readonly count: number;
  readonly read: ReadTile;
  readonly equity: readonly EquityPoint[];
  readonly onReading: (reading: Reading) => void;
  readonly onProblem: (problem: string | undefined) => void;
  /** Told whether the view is too wide for indicators, when that changes. */
  readonly onTooWide: (isTooWide: boolean) => void;
}

const LINE_HEIGHT = 96;

export function createRunPlots(place: HTMLElement, options: RunPlotOptions): RunPlots {
  const { first, last, count, equity } = options;
  const candle = count > 1 ? (last - first) / (count - 1) : 60;
  const times = equity.map(({ timestamp }) => Date.parse(timestamp) / 1000);
  let palette = paletteOf();
  let columns: Columns;
  let isDrawing = false;
  const feed = createCandleFeed({
    ...options,
    onChange: () => {
      options.onProblem(undefined);
      refresh();
    },
    onProblem: (error) => options.onProblem(`The candles could not be read: ${wordsOf(error)}`),
  });
  const look = (): Columns => {
    const { min, max } = view.span();
    return feed.columns(min, max, place.clientWidth);
  };
  const view = createView({ min: first - candle, max: last + candle }, candle, () => refresh());
  columns = look();
  const source: { -readonly [Key in keyof PriceSource]: PriceSource[Key] } = {
    columns: () => columns,
    palette: () => palette,
    trades: undefined,
    chosen: undefined,
    drawOver: (plot) => indicators.drawOver(plot),
  };
  const panes = document.createElement("div");
  const indicators = createIndicatorPlots(panes, {
    feed,
    candle,
    palette: () => palette,
    onPlot: ({ over }) => listenTo(over, view),
  });
  let isTooWide = false;
  const read = (seconds: number | undefined): void => {
    const at = Math.min(columns.time.length, firstFrom(columns.time, seconds ?? Infinity) + 1) - 1;
    const near = at > 0 && seconds !== undefined && columns.time[at]! > seconds ? at - 1 : at;
    if (near < 0) return;
    const point = equity[Math.min(equity.length - 1, firstFrom(times, columns.time[near]!))];
    options.onReading({
      candle: {
        time: columns.time[near]!,
        open: columns.open[near]!,
        high: columns.high[near]!,
        low: columns.low[near]!,
        close: columns.close[near]!,
      },
      joined: feed.joined,
      equity: point?.equity,
      drawdown: point?.drawdown,
      indicators: indicators.valuesAt(seconds ?? columns.time[near]!),
    });
  };
  const priceHeight = (): number => (place.clientWidth < 600 ? 260 : 420);
  const wide = { label: "", palette: () => palette, height: LINE_HEIGHT };
  const priced = pricePlot(place, priceHeight(), source, read);
  place.append(panes);
  const plots: UPlot[] = [
    priced,
    linePlot(place, [times, equity.map((point) => point.equity)], {
      ...wide,
      label: "Equity",
      values: (value) => value.toLocaleString("en-US", { maximumSignificantDigits: 5 }),
      colour: ({ accent }) => accent,
    }),
    linePlot(place, [times, equity.map(({ drawdown }) => -drawdown)], {
      ...wide,
      label: "Drawdown",
      values: (value) => `${Number((value * 100).toPrecision(3))} %`,
      colour: ({ loss }) => loss,
      isBelow: true,
    }),
  ];
  ["Price", "Equity", "Drawdown"].forEach((name, at) => {
    const title = document.createElement("span");
    title.className = "plot-title";
    title.textContent = name;
    plots[at]!.over.append(title);
  });

  /** Draws once a frame, however often the view changes within it. */
  function refresh(): void {
    if (isDrawing) return;
    isDrawing = true;
    requestAnimationFrame(() => {
      isDrawing = false;
      draw();
    });
  }
  function draw(): void {
    const before = columns;
    const newest = look();
    const lines = indicators.update(view.span());
    if ((lines === "wide") !== isTooWide) options.onTooWide((isTooWide = !isTooWide));
    if (newest !== columns) {
      columns = newest;
      plots[0]!.setData(priceData(columns), false);
    }
    if (newest !== before || lines === "new") {
      plots[0]!.redraw(false);
      read(undefined);
    }
    for (const plot of [...plots, ...indicators.below]) plot.setScale("x", { ...view.span() });
  }
  for (const { over } of plots) listenTo(over, view);
  const sizes = new ResizeObserver(() => {
    plots.forEach((plot, at) =>
      plot.setSize({ width: place.clientWidth, height: at === 0 ? priceHeight() : LINE_HEIGHT }),
    );
    indicators.resize();
    refresh();
  });
  sizes.observe(place);
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const repaint = (): void => {
    palette = paletteOf();
    for (const plot of [...plots, ...indicators.below]) plot.redraw();
  };
  dark.addEventListener("change", repaint);
  refresh();
  return {
    view,
    showTrades(trades, chosen) {
      const isNew = chosen !== undefined && chosen !== source.chosen;
      source.trades = trades;
      source.chosen = chosen;
      if (isNew && trades !== undefined && chosen < trades.rows.length) {
        const [entry, exit] = [trades.entry[chosen]!, trades.exit[chosen]!];
        const room = Math.max(exit - entry, 40 * candle);
        view.show({ min: entry - room, max: exit + room });
      }
      plots[0]!.redraw(false);
    },
    showIndicators(chosen) {
      indicators.show(chosen);
      refresh();
    },
    destroy() {
      indicators.destroy();
      sizes.disconnect();
      dark.removeEventListener("change", repaint);
      for (const plot of plots) plot.destroy();
      panes.remove();
    },
  };
}
