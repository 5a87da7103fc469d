/** The digits that the prices of candles are written with. */

import { digitsOf } from "./ticks.ts";
import type { Columns } from "./tiles.ts";

/** Most candles whose prices are looked at for their digits. */
const LOOKED_AT = 200;
const MOST_DIGITS = 12;

/** Digits behind the point that the prices are written with; of those with endless ones, what ten figures have. */
export function digitsOfPrices({ close, high }: Pick<Columns, "close" | "high">): number {
  const prices = [...close.slice(0, LOOKED_AT), ...high.slice(0, LOOKED_AT)];
  const greatest = Math.max(0, ...prices.map(Math.abs));
  const most = Math.min(20, Math.max(2, digitsOf(greatest / 1e9)));
  let digits = 0;
  for (const price of prices) {
    while (digits < most && Math.abs(Number(price.toFixed(digits)) - price) > greatest * 1e-13)
      digits++;
  }
  return Math.min(digits, Math.max(MOST_DIGITS, most));
}
