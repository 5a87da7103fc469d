/** The crosshair that keys move from candle to candle, and what is measured with it. */

import type UPlot from "uplot";

import type { CandleFeed } from "./candle-feed.ts";
import { figuresAt, type Account } from "./figures-at.ts";
import type { ChartPoint, Measure } from "./measure.ts";
import type { Columns } from "./tiles.ts";
import type { View } from "./view.ts";

interface CrosshairParts {
  readonly options: { readonly first: number; readonly last: number };
  /** Length of a candle in seconds. */
  readonly candle: number;
  readonly feed: CandleFeed;
  readonly view: View;
  readonly account: Account;
  readonly price: UPlot;
  readonly measure: Measure;
  readonly scene: { readonly columns: Columns; crosshair: number | undefined };
}

/** Moves the crosshair by candles in sight; the view follows. It begins in the middle of the view. */
export function moveCrosshair(parts: CrosshairParts, candles: number): void {
  const { scene, view, feed, candle, measure, options } = parts;
  const { min, max } = view.span();
  const now = scene.crosshair;
  const isSeen = now !== undefined && now >= min && now <= max;
  const moved = isSeen ? now + candles * candle * feed.joined : (min + max) / 2;
  const wanted = Math.min(options.last, Math.max(options.first, moved));
  const found = pointAt(parts, wanted).seconds;
  // A candle that is not read yet has no close: the place itself stands for it.
  scene.crosshair = Math.abs(found - wanted) > candle * feed.joined ? wanted : found;
  if (wanted < min) view.move((wanted - min) / (max - min) - 0.25);
  else if (wanted > max) view.move((wanted - max) / (max - min) + 0.25);
  else view.move(0);
  if (measure.isOpen) measure.reach(pointAt(parts, scene.crosshair));
}

/** Begins to measure at the crosshair, or in the middle of the view without one. */
export function beginMeasure(parts: CrosshairParts): void {
  const { scene, measure } = parts;
  if (scene.crosshair === undefined) moveCrosshair(parts, 0);
  if (scene.crosshair !== undefined) measure.begin(pointAt(parts, scene.crosshair));
}

/** Puts the crosshair on its candle. False without one that keys have moved. */
export function placeCrosshair(parts: CrosshairParts): boolean {
  const { scene, price } = parts;
  if (scene.crosshair === undefined) return false;
  const { seconds, price: close } = pointAt(parts, scene.crosshair);
  price.setCursor({ left: price.valToPos(seconds, "x"), top: price.valToPos(close, "y") });
  return true;
}

/** Takes the crosshair and what is measured away. */
export function clearCrosshair({ scene, price, measure }: CrosshairParts): void {
  if (scene.crosshair !== undefined) price.setCursor({ left: -10, top: -10 });
  scene.crosshair = undefined;
  measure.end();
}

/** The close of the candle at a time. */
function pointAt(
  { scene, account }: Pick<CrosshairParts, "scene" | "account">,
  seconds: number,
): ChartPoint {
  const candle = figuresAt(scene.columns, account, seconds)?.candle;
  return { seconds: candle?.time ?? seconds, price: candle?.close ?? 0 };
}
