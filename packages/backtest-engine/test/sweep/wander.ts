/** Candles of a market that wanders, the same for the same seed. */

import { seededRandom } from "@bourse/kernel";

import type { Candles } from "../../src/candles/candles.ts";
import { createCandles } from "../../src/candles/create-candles.ts";

export function wander(length: number, seed = 7): Candles {
  const random = seededRandom(seed);
  const candles = createCandles(length);
  let price = 20_000;
  for (let i = 0; i < length; i++) {
    const open = price;
    price *= 1 + random.normal() * 0.004;
    const reach = price * 0.001 * random.next();
    candles.time[i] = 1_700_000_000_000 + i * 60_000;
    candles.open[i] = open;
    candles.close[i] = price;
    candles.high[i] = Math.max(open, price) + reach;
    candles.low[i] = Math.min(open, price) - reach;
    candles.volume[i] = 10 + 90 * random.next();
  }
  return candles;
}
