// Indices stay within the columns, so `!` on array reads only satisfies the type checker.

/** The plots of a run, tied to one view. */

import type { EquityPoint } from "@bourse/contract/backtest";
import type UPlot from "uplot";

import type { Indicator } from "../model/indicators.ts";
import { wordsOf } from "../model/words.ts";
import { createCandleFeed, type CandleFeed } from "./candle-feed.ts";
import { paletteOf, type Palette } from "./draw.ts";
import { figuresAt, type Account, type Figures } from "./figures-at.ts";
import { createIndicatorPlots, type IndicatorPlots } from "./indicator-plots.ts";
import { onceAFrame } from "./once-a-frame.ts";
import { addTitle, linePlot, priceData, pricePlot } from "./plots.ts";
import type { Columns, ReadTile } from "./tiles.ts";
import type { Trades } from "./trades.ts";
import { createView, listenTo, type View } from "./view.ts";

/** The figures under the cursor. */
export interface Reading extends Figures {
  readonly joined: number;
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

/** The content of the plots as it is now. */
interface Scene {
  columns: Columns;
  palette: Palette;
  trades: Trades | undefined;
  chosen: number | undefined;
  isTooWide: boolean;
}

interface Parts {
  readonly place: HTMLElement;
  readonly options: RunPlotOptions;
  /** Length of a candle in seconds. */
  readonly candle: number;
  readonly feed: CandleFeed;
  readonly view: View;
  readonly indicators: IndicatorPlots;
  readonly account: Account;
  readonly scene: Scene;
  readonly price: UPlot;
  /** The plots of the equity and the drawdown. */
  readonly lines: readonly UPlot[];
}

const LINE_HEIGHT = 96;

export function createRunPlots(place: HTMLElement, options: RunPlotOptions): RunPlots {
  const { first, last, count, equity, onProblem } = options;
  const candle = count > 1 ? (last - first) / (count - 1) : 60;
  const refresh = onceAFrame(() => draw(parts));
  const feed = createCandleFeed({
    ...options,
    onChange: () => {
      onProblem(undefined);
      refresh();
    },
    onProblem: (error) => onProblem(`The candles could not be read: ${wordsOf(error)}`),
  });
  const view = createView({ min: first - candle, max: last + candle }, candle, refresh);
  const scene: Scene = {
    columns: columnsInSight({ place, feed, view }),
    palette: paletteOf(),
    trades: undefined,
    chosen: undefined,
    isTooWide: false,
  };
  const palette = (): Palette => scene.palette;
  const panes = document.createElement("div");
  const indicators = createIndicatorPlots(panes, {
    feed,
    candle,
    palette,
    onPlot: ({ over }) => listenTo(over, view),
  });
  const account = {
    times: equity.map(({ timestamp }) => Date.parse(timestamp) / 1000),
    points: equity,
  };
  const shown = { options, feed, indicators, account, scene };
  const price = pricePlot(place, priceHeight(place), scene, {
    drawOver: (plot) => indicators.drawOver(plot),
    onCursor: (seconds) => tellFigures(shown, seconds),
  });
  place.append(panes);
  const lines = accountPlots(place, account, palette);
  const parts: Parts = { ...shown, place, candle, view, price, lines };
  addTitle(price, "Price");
  for (const { over } of [price, ...lines]) listenTo(over, view);
  const sizes = new ResizeObserver(() => {
    fit(parts);
    refresh();
  });
  sizes.observe(place);
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const onScheme = (): void => repaint(parts);
  dark.addEventListener("change", onScheme);
  refresh();
  return {
    view,
    showTrades: (trades, chosen) => showTrades(parts, trades, chosen),
    showIndicators(chosen) {
      indicators.show(chosen);
      refresh();
    },
    destroy() {
      indicators.destroy();
      sizes.disconnect();
      dark.removeEventListener("change", onScheme);
      for (const plot of [price, ...lines]) plot.destroy();
      panes.remove();
    },
  };
}

/** Plots of the equity and of the drawdown, which hangs from zero. */
function accountPlots(
  place: HTMLElement,
  { times, points }: Account,
  palette: () => Palette,
): readonly UPlot[] {
  const both = { palette, height: LINE_HEIGHT };
  const equity = linePlot(place, [times, points.map((point) => point.equity)], {
    ...both,
    label: "Equity",
    values: (value) => value.toLocaleString("en-US", { maximumSignificantDigits: 5 }),
    colour: ({ accent }) => accent,
  });
  const drawdown = linePlot(place, [times, points.map((point) => -point.drawdown)], {
    ...both,
    label: "Drawdown",
    values: (value) => `${Number((value * 100).toPrecision(3))} %`,
    colour: ({ loss }) => loss,
    isBelow: true,
  });
  addTitle(equity, "Equity");
  addTitle(drawdown, "Drawdown");
  return [equity, drawdown];
}

function columnsInSight({ place, feed, view }: Pick<Parts, "place" | "feed" | "view">): Columns {
  const { min, max } = view.span();
  return feed.columns(min, max, place.clientWidth);
}

function priceHeight({ clientWidth }: HTMLElement): number {
  return clientWidth < 600 ? 260 : 420;
}

/** Tells the figures at a time in seconds, which are the last ones without it. */
function tellFigures(
  {
    options,
    feed,
    indicators,
    account,
    scene,
  }: Pick<Parts, "options" | "feed" | "indicators" | "account" | "scene">,
  seconds: number | undefined,
): void {
  const figures = figuresAt(scene.columns, account, seconds);
  if (figures === undefined) return;
  options.onReading({
    ...figures,
    joined: feed.joined,
    indicators: indicators.valuesAt(seconds ?? figures.candle.time),
  });
}

/** Brings the plots up to the view, with the best candles that are known for it. */
function draw(parts: Parts): void {
  const { view, indicators, scene, price, options } = parts;
  const newest = columnsInSight(parts);
  const lines = indicators.update(view.span());
  const isTooWide = lines === "wide";
  if (isTooWide !== scene.isTooWide) options.onTooWide(isTooWide);
  scene.isTooWide = isTooWide;
  const isNew = newest !== scene.columns;
  scene.columns = newest;
  if (isNew) price.setData(priceData(newest), false);
  if (isNew || lines === "new") {
    price.redraw(false);
    tellFigures(parts, undefined);
  }
  for (const plot of allPlots(parts)) plot.setScale("x", { ...view.span() });
}

function showTrades(
  { scene, view, candle, price }: Parts,
  trades: Trades | undefined,
  chosen: number | undefined,
): void {
  const isNew = chosen !== undefined && chosen !== scene.chosen;
  scene.trades = trades;
  scene.chosen = chosen;
  if (isNew && trades !== undefined && chosen < trades.rows.length) {
    const [entry, exit] = [trades.entry[chosen]!, trades.exit[chosen]!];
    const room = Math.max(exit - entry, 40 * candle);
    view.show({ min: entry - room, max: exit + room });
  }
  price.redraw(false);
}

function fit({ place, price, lines, indicators }: Parts): void {
  const width = place.clientWidth;
  price.setSize({ width, height: priceHeight(place) });
  for (const plot of lines) plot.setSize({ width, height: LINE_HEIGHT });
  indicators.resize();
}

/** Draws everything anew in the colours of the scheme. */
function repaint(parts: Parts): void {
  parts.scene.palette = paletteOf();
  for (const plot of allPlots(parts)) plot.redraw();
}

function allPlots({ price, lines, indicators }: Parts): readonly UPlot[] {
  return [price, ...lines, ...indicators.below];
}
