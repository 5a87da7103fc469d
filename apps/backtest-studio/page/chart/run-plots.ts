// Indices stay within the columns, so `!` on array reads only satisfies the type checker.

/** The plots of a run, tied to one view. */

import type { EquityPoint } from "@bourse/contract/backtest";
import { watchLook } from "@bourse/ui";
import type UPlot from "uplot";

import type { Indicator } from "../model/indicators.ts";
import { wordsOf } from "../model/words.ts";
import { createCandleFeed, type CandleFeed } from "./candle-feed.ts";
import { paletteOf, type Palette } from "./draw.ts";
import { figuresAt, type Account, type Figures } from "./figures-at.ts";
import { createGutter, type Gutter } from "./gutter.ts";
import { createIndicatorPlots, type IndicatorPlots } from "./indicator-plots.ts";
import { beginMeasure, clearCrosshair, moveCrosshair, placeCrosshair } from "./keyed-crosshair.ts";
import { marksAt } from "./marks-at.ts";
import { createMeasure, listenToMeasure, type Measure } from "./measure.ts";
import { onceAFrame } from "./once-a-frame.ts";
import { addTitle, linePlot, priceData, pricePlot } from "./plots.ts";
import { digitsOfPrices } from "./price-digits.ts";
import { percentTexts } from "./ticks.ts";
import type { Columns, ReadTile } from "./tiles.ts";
import type { Trades } from "./trades.ts";
import { createView, listenTo, type View } from "./view.ts";

/** The figures under the cursor. */
export interface Reading extends Figures {
  readonly joined: number;
  /** Digits behind the point that the prices of the run have. */
  readonly digits: number;
  /** Words for the marks of trades under the crosshair; empty without one. */
  readonly marks: string;
  /** The first line of each indicator; undefined where there is none. */
  readonly indicators: readonly (number | undefined)[];
}

export interface RunPlots {
  readonly view: View;
  /** Shows other trades; a chosen one is brought into sight. */
  showTrades(trades: Trades | undefined, chosen: number | undefined): void;
  /** Shows other indicators. */
  showIndicators(indicators: readonly Indicator[]): void;
  /** Turns the logarithmic scale of the price on or off. False where a price of the run is 0 or below. */
  setLog(isLog: boolean): boolean;
  /** Lets drags measure instead of moving the view. */
  setMeasuring(isMeasuring: boolean): void;
  /** Moves the crosshair by candles in sight; it begins in the middle. The view follows. */
  moveCrosshair(candles: number): void;
  /** Begins to measure at the crosshair, or ends. */
  toggleMeasure(): void;
  /** Takes the crosshair and what is measured away. */
  clear(): void;
  /** Fits the plots to their place, as after a change of the screen. */
  fit(): void;
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
  /** Told what is measured, undefined when that ends. */
  readonly onMeasured: (text: string | undefined) => void;
}

/** The content of the plots as it is now. */
interface Scene {
  columns: Columns;
  palette: Palette;
  trades: Trades | undefined;
  chosen: number | undefined;
  isTooWide: boolean;
  /** True where a logarithmic scale is wanted and the candles in sight have a place on it. */
  isLog: boolean;
  wantsLog: boolean;
  isMeasuring: boolean;
  /** Digits behind the point of the prices. */
  digits: number;
  /** Place of the crosshair that keys move, in seconds. */
  crosshair: number | undefined;
  /** True while the labels of the axes need another width. */
  isGutterNew: boolean;
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
  readonly gutter: Gutter;
  readonly price: UPlot;
  readonly measure: Measure;
  /** The plots of the equity and the drawdown. */
  readonly lines: readonly UPlot[];
}

const LINE_HEIGHT = 96;

const EMPTY_SCENE: Omit<Scene, "columns" | "palette"> = {
  trades: undefined,
  chosen: undefined,
  isTooWide: false,
  isLog: false,
  wantsLog: false,
  isMeasuring: false,
  digits: 2,
  crosshair: undefined,
  isGutterNew: false,
};

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
    ...EMPTY_SCENE,
    columns: columnsInSight({ place, feed, view }),
    palette: paletteOf(),
  };
  const gutter = createGutter(() => {
    scene.isGutterNew = true;
    refresh();
  });
  const palette = (): Palette => scene.palette;
  const panes = document.createElement("div");
  const indicators = createIndicatorPlots(panes, {
    feed,
    candle,
    palette,
    gutter,
    onPlot: ({ over }) => listenTo(over, view),
  });
  const account = {
    times: equity.map(({ timestamp }) => Date.parse(timestamp) / 1000),
    points: equity,
  };
  const shown = { options, feed, indicators, account, scene };
  const price = pricePlot(place, 260, scene, gutter, {
    drawOver: (plot) => indicators.drawOver(plot),
    onCursor: (seconds) => tellFigures(shown, seconds),
  });
  place.append(panes);
  const lines = accountPlots(place, account, palette, gutter);
  const measure = createMeasure(price, candle, options.onMeasured);
  listenToMeasure(price, measure, () => scene.isMeasuring);
  const parts: Parts = { ...shown, place, candle, view, gutter, price, measure, lines };
  addTitle(price, "Price");
  for (const { over } of [price, ...lines]) listenTo(over, view);
  fit(parts);
  const sizes = new ResizeObserver(() => {
    fit(parts);
    refresh();
  });
  sizes.observe(place);
  const endLook = watchLook(() => repaint(parts));
  refresh();
  return handleOf(parts, refresh, () => {
    indicators.destroy();
    sizes.disconnect();
    endLook();
    for (const plot of [price, ...lines]) plot.destroy();
    panes.remove();
  });
}

function handleOf(parts: Parts, refresh: () => void, destroy: () => void): RunPlots {
  const { view, indicators, scene, measure } = parts;
  const fitAgain = (): void => {
    fit(parts);
    refresh();
  };
  return {
    view,
    showTrades: (trades, chosen) => showTrades(parts, trades, chosen),
    showIndicators(chosen) {
      indicators.show(chosen);
      fitAgain();
    },
    setLog: (isLog) => setLog(parts, isLog),
    setMeasuring(isMeasuring) {
      scene.isMeasuring = isMeasuring;
      if (!isMeasuring) measure.end();
    },
    moveCrosshair: (candles) => moveCrosshair(parts, candles),
    toggleMeasure() {
      if (measure.isOpen) measure.end();
      else beginMeasure(parts);
    },
    clear: () => clearCrosshair(parts),
    fit: fitAgain,
    destroy,
  };
}

/** Plots of the equity and of the drawdown, which hangs from zero. */
function accountPlots(
  place: HTMLElement,
  { times, points }: Account,
  palette: () => Palette,
  gutter: Gutter,
): readonly UPlot[] {
  const both = { palette, gutter, height: LINE_HEIGHT };
  const equity = linePlot(place, [times, points.map((point) => point.equity)], {
    ...both,
    label: "Equity",
    colour: ({ accent }) => accent,
  });
  const drawdown = linePlot(place, [times, points.map((point) => -point.drawdown)], {
    ...both,
    label: "Drawdown",
    texts: percentTexts,
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

/** Height of the plot of the price: what a full screen has left beside the others. */
function priceHeight({ place, lines, indicators }: Parts): number {
  const frame = place.closest<HTMLElement>(".chart-frame:fullscreen");
  if (frame === null) return place.clientWidth < 600 ? 260 : 420;
  const beside = [...frame.children].filter((part) => part !== place);
  const taken = beside.reduce((sum, part) => sum + part.clientHeight, 0);
  const others = LINE_HEIGHT * (lines.length + indicators.below.length);
  return Math.max(260, frame.clientHeight - taken - others - FRAME_MARGINS);
}

/** Margins between the parts of a full screen. */
const FRAME_MARGINS = 56;

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
  const { trades, digits } = scene;
  const stretch = { from: figures.candle.time, until: figures.until, digits };
  options.onReading({
    ...figures,
    marks: trades === undefined || seconds === undefined ? "" : marksAt(trades, stretch),
    joined: feed.joined,
    digits,
    indicators: indicators.valuesAt(seconds ?? figures.candle.time),
  });
}

/** Brings the plots up to the view, with the best candles that are known for it. */
function draw(parts: Parts): void {
  const { view, indicators, scene, price, options, measure } = parts;
  const newest = columnsInSight(parts);
  const lines = indicators.update(view.span());
  const isTooWide = lines === "wide";
  if (isTooWide !== scene.isTooWide) options.onTooWide(isTooWide);
  scene.isTooWide = isTooWide;
  const isNew = newest !== scene.columns;
  scene.columns = newest;
  if (isNew) {
    scene.digits = digitsOfPrices(newest);
    scene.isLog = scene.wantsLog && newest.low.every((low) => low > 0);
    price.setData(priceData(newest), false);
  }
  if (isNew || lines === "new") {
    price.redraw(false);
    tellFigures(parts, scene.crosshair);
  }
  for (const plot of allPlots(parts)) plot.setScale("x", { ...view.span() });
  if (scene.isGutterNew) {
    scene.isGutterNew = false;
    for (const plot of allPlots(parts)) plot.redraw(false, true);
  }
  measure.redraw();
  showCrosshair(parts);
}

/** Puts the crosshair that keys move where its candle is now, and tells its figures. */
function showCrosshair(parts: Parts): void {
  const { scene } = parts;
  if (placeCrosshair(parts)) tellFigures(parts, scene.crosshair);
}

function setLog({ scene, price, view }: Parts, isLog: boolean): boolean {
  const isPossible = !isLog || scene.columns.low.every((low) => low > 0);
  scene.wantsLog = isLog && isPossible;
  scene.isLog = scene.wantsLog;
  price.setScale("x", { ...view.span() });
  price.redraw(false, true);
  return isPossible;
}

function showTrades(
  { scene, view, candle, price }: Parts,
  trades: Trades | undefined,
  chosen: number | undefined,
): void {
  const isNew = trades !== undefined && chosen !== undefined && chosen !== scene.chosen;
  scene.trades = trades;
  if (trades !== undefined) scene.chosen = chosen;
  if (isNew && chosen < trades.rows.length) {
    const [entry, exit] = [trades.entry[chosen]!, trades.exit[chosen]!];
    const room = Math.max(exit - entry, 40 * candle);
    view.show({ min: entry - room, max: exit + room });
  }
  price.redraw(false);
}

function fit(parts: Parts): void {
  const { place, price, lines, indicators } = parts;
  const width = place.clientWidth;
  price.setSize({ width, height: priceHeight(parts) });
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
