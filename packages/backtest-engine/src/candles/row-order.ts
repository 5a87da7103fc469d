// Typed-array reads below are within 0..length-1, so `!` only tells the checker what the loop bounds say.

import type { CandleCells } from "./candle-columns.ts";
import type { Candles } from "./candles.ts";

/** Share of the steps between readable times that a wrong time may turn round: more than these are no order. */
const SLIPS = 0.1;

/**
 * True for times that fall from row to row: a file that begins with the newest candle. A few that are wrong or cannot
 * be read do not hide it, so that they are named and not the order of all.
 */
export function isNewestFirst(time: Float64Array): boolean {
  let falls = 0;
  let others = 0;
  for (let i = 1; i < time.length; i++) {
    if (time[i]! < time[i - 1]!) falls++;
    else if (time[i]! > time[i - 1]!) others++; // NaN is no step, nor is a repeated time
  }
  return falls > 0 && others <= SLIPS * falls;
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
