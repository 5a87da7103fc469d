// Indices stay within the columns, so `!` on array reads only satisfies the type checker.

/** Draws candles and volumes on the canvas of a plot. */

import { tokenColour } from "@bourse/ui";
import type UPlot from "uplot";

import { firstFrom } from "./candle-feed.ts";
import type { Columns } from "./tiles.ts";

/** Colours of the page as light or dark has them now. */
export interface Palette {
  readonly gain: string;
  readonly loss: string;
  readonly entry: string;
  readonly exit: string;
  readonly soft: string;
  readonly line: string;
  readonly accent: string;
  readonly band: string;
  readonly raised: string;
  readonly text: string;
}

export function paletteOf(): Palette {
  return {
    gain: tokenColour("--gain"),
    loss: tokenColour("--loss"),
    entry: tokenColour("--accent"),
    exit: tokenColour("--second"),
    soft: tokenColour("--soft"),
    line: tokenColour("--line"),
    accent: tokenColour("--accent"),
    band: tokenColour("--band"),
    raised: tokenColour("--raised"),
    text: tokenColour("--text"),
  };
}

/** Colour of a run among those compared. */
export function seriesColour(index: number): string {
  return tokenColour(`--series-${index}`);
}

const VOLUME_SHARE = 0.16;

/** Candles in sight above their volumes, at least a pixel wide each: those that rose are hollow. */
export function drawCandles(plot: UPlot, columns: Columns, palette: Palette): void {
  const { ctx, bbox, scales } = plot;
  const { min = 0, max = 1 } = scales["x"] ?? {};
  const { time, open, high, low, close, volume } = columns;
  const from = Math.max(0, firstFrom(time, min ?? 0) - 1);
  const to = Math.min(time.length, firstFrom(time, max ?? 1) + 1);
  if (to <= from) return;
  const ratio = devicePixelRatio;
  const gap = time.length > 1 ? (time.at(-1)! - time[0]!) / (time.length - 1) : 60;
  const slot = (gap / ((max ?? 1) - (min ?? 0))) * bbox.width;
  const width = Math.max(1, Math.min(24 * ratio, Math.floor(slot * 0.7)));
  const wick = Math.max(1, Math.round(ratio * 0.75));
  const edge = Math.max(1, Math.round(ratio * 1.25));
  let most = 0;
  for (let i = from; i < to; i++) most = Math.max(most, volume[i]!);
  const y = (value: number): number => Math.round(plot.valToPos(value, "y", true));
  const base = bbox.top + bbox.height;
  clipped(plot, () => {
    for (const isGain of [true, false]) {
      ctx.fillStyle = isGain ? palette.gain : palette.loss;
      for (let i = from; i < to; i++) {
        if (close[i]! >= open[i]! !== isGain) continue;
        const x = Math.round(plot.valToPos(time[i]!, "x", true));
        const [top, bottom] = [y(high[i]!), y(low[i]!)];
        ctx.fillRect(x - (wick >> 1), top, wick, Math.max(1, bottom - top));
        if (width > 2) {
          const body = y(Math.max(open[i]!, close[i]!));
          const foot = y(Math.min(open[i]!, close[i]!));
          const left = x - (width >> 1);
          ctx.fillRect(left, body, width, Math.max(1, foot - body));
          if (isGain && width >= 3 * edge && foot - body > 2 * edge) {
            ctx.fillStyle = palette.raised;
            ctx.fillRect(left + edge, body + edge, width - 2 * edge, foot - body - 2 * edge);
            ctx.fillStyle = palette.gain;
          }
        }
      }
      if (most <= 0) continue;
      ctx.globalAlpha = 0.28;
      for (let i = from; i < to; i++) {
        if (close[i]! >= open[i]! !== isGain) continue;
        const x = Math.round(plot.valToPos(time[i]!, "x", true));
        const height = Math.round((volume[i]! / most) * bbox.height * VOLUME_SHARE);
        ctx.fillRect(x - (width >> 1), base - height, width, height);
      }
      ctx.globalAlpha = 1;
    }
  });
}

/** Draws within the plot only. */
export function clipped({ ctx, bbox }: UPlot, draw: () => void): void {
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  draw();
  ctx.restore();
}
