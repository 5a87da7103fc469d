// Indices stay within the columns, so `!` on array reads only satisfies the type checker.

/** Draws candles, volumes and trades on the canvas of a plot. */

import type UPlot from "uplot";

import { firstFrom } from "./candle-feed.ts";
import type { Columns } from "./tiles.ts";
import type { Trades } from "./trades.ts";

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
}

export function paletteOf(): Palette {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  return {
    gain: colour("--gain"),
    loss: colour("--loss"),
    entry: colour("--accent"),
    exit: colour("--second"),
    soft: colour("--soft"),
    line: colour("--line"),
    accent: colour("--accent"),
    band: colour("--band"),
  };
}

/** Colour of a run among those compared. */
export function seriesColour(index: number): string {
  const style = getComputedStyle(document.documentElement);
  return style.getPropertyValue(`--series-${index}`).trim();
}

const VOLUME_SHARE = 0.16;

/** Candles in sight above their volumes; at least a pixel wide each. */
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
          ctx.fillRect(x - (width >> 1), body, width, Math.max(1, foot - body));
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

/** Most trades whose lines are drawn; of more only the entries and exits are. */
const MOST_LINES = 400;
const MOST_MARKS = 4000;

/** Trades in sight: an arrow at the entry, a square at the exit, a line between, coloured by the outcome. */
export function drawTrades(
  plot: UPlot,
  trades: Trades,
  chosen: number | undefined,
  palette: Palette,
): void {
  const { ctx, scales, bbox } = plot;
  const { min = 0, max = 1 } = scales["x"] ?? {};
  // Trades of one run do not overlap by more than its pyramids: the one before the first entry may still be open.
  const from = Math.max(0, firstFrom(trades.entry, min ?? 0) - 1);
  const to = firstFrom(trades.entry, max ?? 1);
  const step = Math.max(1, Math.ceil((to - from) / MOST_MARKS));
  const ratio = devicePixelRatio;
  const size = (to - from > 300 ? 2 : to - from > 60 ? 3.5 : 5) * ratio;
  const at = (seconds: number): number => plot.valToPos(seconds, "x", true);
  const y = (value: number): number => plot.valToPos(value, "y", true);
  clipped(plot, () => {
    if (chosen !== undefined && trades.rows[chosen] !== undefined) {
      ctx.fillStyle = palette.band;
      const left = at(trades.entry[chosen]!);
      ctx.fillRect(left, bbox.top, Math.max(2, at(trades.exit[chosen]!) - left), bbox.height);
    }
    for (let i = from; i < to; i += step) {
      const { side, entry_price: entry, exit_price: exit, pnl } = trades.rows[i]!;
      const [x1, y1, x2, y2] = [at(trades.entry[i]!), y(entry), at(trades.exit[i]!), y(exit)];
      if (to - from <= MOST_LINES) {
        ctx.strokeStyle = pnl >= 0 ? palette.gain : palette.loss;
        ctx.lineWidth = (i === chosen ? 2.5 : 1.25) * ratio;
        ctx.setLineDash([4 * ratio, 3 * ratio]);
        ctx.beginPath();
        ctx.moveTo(x1, y1);
        ctx.lineTo(x2, y2);
        ctx.stroke();
        ctx.setLineDash([]);
      }
      ctx.fillStyle = palette.entry;
      triangle(ctx, x1, y1, side === "long" ? size : -size);
      ctx.fillStyle = palette.exit;
      ctx.fillRect(x2 - size * 0.7, y2 - size * 0.7, size * 1.4, size * 1.4);
    }
  });
}

function triangle(ctx: CanvasRenderingContext2D, x: number, y: number, size: number): void {
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.lineTo(x - size, y + 1.8 * size);
  ctx.lineTo(x + size, y + 1.8 * size);
  ctx.fill();
}

function clipped({ ctx, bbox }: UPlot, draw: () => void): void {
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  draw();
  ctx.restore();
}
