// Indices stay within the columns, so `!` on array reads only satisfies the type checker.

/** Draws candles and trades on the canvas of a plot. */

import type UPlot from "uplot";

import type { PriceData } from "./price-data.ts";

/** The page's colour of that name, as light or dark has it now. */
export function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** First and last index of the candles in sight. */
function inSight({ time }: PriceData, min: number, max: number): [from: number, to: number] {
  let from = 0;
  while (from < time.length - 1 && time[from + 1]! <= min) from++;
  let to = time.length - 1;
  while (to > from && time[to]! > max) to--;
  return [from, to];
}

/** Candles in sight; where they are too many for the width, several are joined to one. */
export function drawCandles(plot: UPlot, data: PriceData): void {
  const { ctx, bbox, scales } = plot;
  const [from, to] = inSight(data, scales["x"]!.min!, scales["x"]!.max!);
  const ratio = devicePixelRatio;
  const room = Math.max(1, Math.floor(bbox.width / (3 * ratio)));
  const joined = Math.ceil((to - from + 1) / room);
  const at = (value: number, axis: "x" | "y"): number => plot.valToPos(value, axis, true);
  const width = Math.max(
    ratio,
    Math.min(24 * ratio, (0.7 * joined * bbox.width) / Math.max(1, to - from + 1)),
  );
  const colours = [colour("--lost"), colour("--won")];
  clipped(plot, () => {
    for (let start = from; start <= to; start += joined) {
      const end = Math.min(start + joined - 1, to);
      let high = data.high[start]!;
      let low = data.low[start]!;
      for (let i = start + 1; i <= end; i++) {
        high = Math.max(high, data.high[i]!);
        low = Math.min(low, data.low[i]!);
      }
      const [open, close] = [data.open[start]!, data.close[end]!];
      const x = Math.round(at((data.time[start]! + data.time[end]!) / 2, "x"));
      const [top, bottom] = [at(Math.max(open, close), "y"), at(Math.min(open, close), "y")];
      ctx.fillStyle = colours[close >= open ? 1 : 0]!;
      ctx.fillRect(x - ratio / 2, at(high, "y"), ratio, at(low, "y") - at(high, "y"));
      ctx.fillRect(x - width / 2, top, width, Math.max(ratio, bottom - top));
    }
  });
}

/** Trades in sight: a line from entry to exit, a dot and a square at its ends. */
export function drawTrades(plot: UPlot, { trades }: PriceData): void {
  const { ctx, scales } = plot;
  const [min, max] = [scales["x"]!.min!, scales["x"]!.max!];
  const shown = trades.filter(([entry, , exit]) => exit >= min && entry <= max);
  const size = (shown.length > 200 ? 2 : shown.length > 40 ? 3 : 4.5) * devicePixelRatio;
  const [won, lost] = [colour("--won"), colour("--lost")];
  const [entryColour, exitColour] = [colour("--strategy"), colour("--held")];
  clipped(plot, () => {
    ctx.lineWidth = 1.5 * devicePixelRatio;
    for (const [entryTime, entryPrice, exitTime, exitPrice, hasWon] of shown) {
      const [x1, y1] = [plot.valToPos(entryTime, "x", true), plot.valToPos(entryPrice, "y", true)];
      const [x2, y2] = [plot.valToPos(exitTime, "x", true), plot.valToPos(exitPrice, "y", true)];
      ctx.strokeStyle = hasWon === 1 ? won : lost;
      ctx.beginPath();
      ctx.moveTo(x1, y1);
      ctx.lineTo(x2, y2);
      ctx.stroke();
      ctx.fillStyle = entryColour;
      ctx.beginPath();
      ctx.arc(x1, y1, size, 0, 2 * Math.PI);
      ctx.fill();
      ctx.fillStyle = exitColour;
      ctx.fillRect(x2 - size * 0.8, y2 - size * 0.8, size * 1.6, size * 1.6);
    }
  });
}

function clipped({ ctx, bbox }: UPlot, draw: () => void): void {
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  draw();
  ctx.restore();
}
