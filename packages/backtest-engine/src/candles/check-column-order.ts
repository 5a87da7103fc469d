// Typed-array reads below are within 0..length-1, so `!` only tells the checker what the loop bounds say.

/** The columns of a file without names, checked against their values. */

import type { Candles } from "./candles.ts";
import { refuseHeader } from "./csv-header.ts";

/** Rows below which values prove nothing. */
const FEW = 20;

/**
 * Checks that the columns which were taken for open and close by their place are those: an open follows the close
 * before it. Where the closes follow the opens before them four times as closely, the two are exchanged.
 *
 * @throws EngineError CANDLES_INVALID
 */
export function refuseExchanged({ open, close, length }: Candles, columns: number): void {
  if (length < FEW) return;
  let asRead = 0;
  let exchanged = 0;
  for (let i = 1; i < length; i++) {
    asRead += Math.abs(open[i]! - close[i - 1]!);
    exchanged += Math.abs(close[i]! - open[i - 1]!);
  }
  if (!(exchanged < asRead / 4)) return;
  refuseHeader(
    `has ${columns} columns of values and no name, and their values do not follow the order time, open, high, low, close: the closes follow the opens before them; tell by number which is which`,
  );
}

/**
 * Tells whether a column that was taken for the turnover by its place is the volume times a price of the candle, or for
 * an inverse contract the volume by one, in most rows. True without a row that shows it.
 */
export function isTurnover({ low, high, volume, turnover, length }: Candles): boolean {
  if (turnover === undefined) return true;
  let shown = 0;
  let sound = 0;
  for (let i = 0; i < length; i++) {
    const price = turnover[i]! / volume[i]!;
    if (!(volume[i]! > 0 && price > 0)) continue;
    shown += 1;
    const isWithin = (one: number): boolean => one >= low[i]! * 0.9 && one <= high[i]! * 1.1;
    if (isWithin(price) || isWithin(1 / price)) sound += 1;
  }
  return sound * 2 >= shown;
}
