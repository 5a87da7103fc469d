import { candlesFromRows } from "@bourse/backtest-engine";
import { seededRandom } from "@bourse/kernel";

const START = Date.UTC(2024, 0, 1);
const HOUR = 3_600_000;

/** Two thousand candles that are the same everywhere. */
export function candles() {
  const random = seededRandom("platforms");
  let price = 100;
  return candlesFromRows(
    Array.from({ length: 2000 }, (_, hour) => {
      const open = price;
      price *= 0.99 + random.below(20_001) / 1_000_000;
      const [low, high] = [Math.min(open, price), Math.max(open, price)];
      return { timestamp: START + hour * HOUR, open, high, low, close: price, volume: 1 };
    }),
  ).candles;
}
