// Typed-array reads below are within 0..length-1, so `!` only tells the checker what the loop bounds say.

import type { CandleCells } from "./candle-columns.ts";
import type { Candles } from "./candles.ts";

/** True for times that fall from each row to the next: a file that begins with the newest candle. */
export function isNewestFirst(time: Float64Array): boolean {
  for (let i = 1; i < time.length; i++) if (!(time[i]! < time[i - 1]!)) return false;
  return time.length > 1;
}

/** Reverses the rows in place. */
export function reverseRows(candles: Candles): void {
  for (const column of Object.values(candles)) if (typeof column === "object") column.reverse();
}

/** Multiplies the prices of a candle by adjusted / close. The high and the low stay around the adjusted close. */
export function adjustPrices(cells: CandleCells, adjusted: number): void {
  const ratio = adjusted / cells.close;
  cells.open *= ratio;
  cells.high = Math.max(cells.high * ratio, adjusted);
  cells.low = Math.min(cells.low * ratio, adjusted);
  cells.close = adjusted;
}
