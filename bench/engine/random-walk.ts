/** Candles of a market that wanders, the same on every machine. */

import type { Candles } from "@bourse/backtest-engine";
import { seededRandom } from "@bourse/kernel";

export function randomWalk(length: number): Candles {
  const random = seededRandom(7);
  const column = (): Float64Array => new Float64Array(length);
  const walk = {
    length,
    time: column(),
    open: column(),
    high: column(),
    low: column(),
    close: column(),
    volume: column(),
  };
  let price = 20_000;
  for (let i = 0; i < length; i++) {
    const open = price;
    // Drawn back to where it began, so that the longest walk stays a market.
    price *= 1 + (random.next() - 0.5) * 0.004 - Math.log(price / 20_000) * 1e-5;
    const reach = price * 0.001 * random.next();
    walk.time[i] = i * 60_000;
    walk.open[i] = open;
    walk.close[i] = price;
    walk.high[i] = Math.max(open, price) + reach;
    walk.low[i] = Math.min(open, price) - reach;
    walk.volume[i] = random.next();
  }
  return walk;
}
