// Indices stay within the trades, so `!` on array reads only satisfies the type checker.

/** Draws the trades of a run: each alone where there is room, and from afar their number in each column of pixels. */

import type UPlot from "uplot";

import { firstFrom } from "./candle-feed.ts";
import { clipped, type Palette } from "./draw.ts";
import { chartFont } from "./gutter.ts";
import { columnsOf, type TradeColumn } from "./trade-columns.ts";
import type { Trades } from "./trades.ts";

/** Width of a column whose trades are counted together, in pixels of the page. */
const COLUMN = 30;
/** Most trades in a column, on average, that are drawn each alone. */
const ALONE = 1.5;
const COUNT_HEIGHT = 15;

/** Trades in sight: an arrow at the entry, a square at the exit, a line between; or their number in each column. */
export function drawTrades(
  plot: UPlot,
  trades: Trades,
  chosen: number | undefined,
  palette: Palette,
): void {
  const { scales, bbox } = plot;
  const min = scales["x"]?.min ?? 0;
  const max = scales["x"]?.max ?? 1;
  // Trades of one run do not overlap by more than its pyramids: the one before the first entry may still be open.
  const from = Math.max(0, firstFrom(trades.entry, min) - 1);
  const to = firstFrom(trades.entry, max);
  const columns = Math.max(1, Math.floor(bbox.width / devicePixelRatio / COLUMN));
  clipped(plot, () => {
    if (chosen !== undefined && trades.rows[chosen] !== undefined) {
      drawChosen(plot, trades, chosen, palette);
    }
    if (to - from > ALONE * columns) {
      drawCounts(plot, columnsOf(trades, min, max, columns), palette);
      if (chosen !== undefined && trades.rows[chosen] !== undefined)
        drawTrade(plot, trades, chosen, palette, true);
      return;
    }
    for (let i = from; i < to; i++) drawTrade(plot, trades, i, palette, i === chosen);
  });
}

function drawChosen(plot: UPlot, trades: Trades, chosen: number, palette: Palette): void {
  const { ctx, bbox } = plot;
  const left = plot.valToPos(trades.entry[chosen]!, "x", true);
  const right = plot.valToPos(trades.exit[chosen]!, "x", true);
  // What stands behind is seen through it.
  ctx.globalAlpha = 0.18;
  ctx.fillStyle = palette.accent;
  ctx.fillRect(left, bbox.top, Math.max(2, right - left), bbox.height);
  ctx.globalAlpha = 1;
}

function drawTrade(
  plot: UPlot,
  trades: Trades,
  index: number,
  palette: Palette,
  isChosen: boolean,
): void {
  const { ctx } = plot;
  const ratio = devicePixelRatio;
  const size = (isChosen ? 6 : 5) * ratio;
  const { side, entry_price: entry, exit_price: exit, pnl } = trades.rows[index]!;
  const x1 = plot.valToPos(trades.entry[index]!, "x", true);
  const x2 = plot.valToPos(trades.exit[index]!, "x", true);
  const y1 = plot.valToPos(entry, "y", true);
  const y2 = plot.valToPos(exit, "y", true);
  ctx.strokeStyle = pnl >= 0 ? palette.gain : palette.loss;
  ctx.lineWidth = (isChosen ? 2.5 : 1.25) * ratio;
  // A loss is dashed: the colour alone does not tell it.
  ctx.setLineDash(pnl >= 0 ? [] : [4 * ratio, 3 * ratio]);
  ctx.beginPath();
  ctx.moveTo(x1, y1);
  ctx.lineTo(x2, y2);
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.fillStyle = palette.entry;
  triangle(ctx, x1, y1, side === "long" ? size : -size);
  ctx.fillStyle = palette.exit;
  ctx.fillRect(x2 - size * 0.7, y2 - size * 0.7, size * 1.4, size * 1.4);
}

/** One mark for each column: the number of its trades, with a plus or a minus for what they earned in all. */
function drawCounts(plot: UPlot, columns: readonly TradeColumn[], palette: Palette): void {
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  const width = bbox.width / columns.length;
  const height = COUNT_HEIGHT * ratio;
  const top = bbox.top + bbox.height - height;
  ctx.font = chartFont().replace("12px", `${11 * ratio}px`);
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  for (const [at, { from, to, profit }] of columns.entries()) {
    if (to === from) continue;
    const left = bbox.left + at * width;
    const isGain = profit >= 0;
    ctx.fillStyle = palette.raised;
    ctx.fillRect(left + ratio, top, width - 2 * ratio, height);
    ctx.fillStyle = isGain ? palette.gain : palette.loss;
    ctx.fillRect(
      left + ratio,
      isGain ? top : top + height - 2 * ratio,
      width - 2 * ratio,
      2 * ratio,
    );
    ctx.fillText(
      countText(to - from, isGain),
      left + width / 2,
      top + height / 2,
      width - 2 * ratio,
    );
  }
}

function countText(count: number, isGain: boolean): string {
  const text = count < 1000 ? String(count) : `${Math.round(count / 1000)}k`;
  return `${isGain ? "+" : "−"}${text}`;
}

function triangle(ctx: CanvasRenderingContext2D, x: number, y: number, size: number): void {
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.lineTo(x - size, y + 1.8 * size);
  ctx.lineTo(x + size, y + 1.8 * size);
  ctx.fill();
}
