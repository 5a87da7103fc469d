/** A day of candles and traders drawn by a seed. */

import type { Candles } from "../../src/candles/candles.ts";
import { createCandles } from "../../src/candles/create-candles.ts";
import type { ResamplerInput } from "../../src/candles/streaming-resampler.ts";
import type { OrderRequest, Trader } from "../../src/simulation/index.ts";
import { defineTrader, type TraderStrategy } from "../../src/strategies/index.ts";

/** A sequence of numbers from 0 to below 1 (mulberry32). */
export function drawn(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Minute of the first candle. */
export const START: number = Date.UTC(2024, 2, 1);

/** Candles of one minute, a random walk. */
export function randomCandles(length: number, seed: number): Candles {
  const next = drawn(seed);
  const candles = createCandles(length);
  let price = 100;
  for (let i = 0; i < length; i++) {
    const open = price * (1 + (next() - 0.5) * 0.002);
    const close = open * (1 + (next() - 0.5) * 0.02);
    candles.time[i] = START + i * 60_000;
    candles.open[i] = open;
    candles.close[i] = close;
    candles.high[i] = Math.max(open, close) * (1 + next() * 0.005);
    candles.low[i] = Math.min(open, close) * (1 - next() * 0.005);
    candles.volume[i] = Math.round(next() * 10_000) / 10;
    price = close;
  }
  return candles;
}

/** One candle of several. */
export function candleAt(
  { time, open, high, low, close, volume }: Candles,
  i: number,
): ResamplerInput {
  return {
    time: time[i]!,
    open: open[i]!,
    high: high[i]!,
    low: low[i]!,
    close: close[i]!,
    volume: volume[i]!,
  };
}

/** A trader that submits and cancels orders of every kind by chance. */
export function randomTrader(seed: number): TraderStrategy {
  return defineTrader({
    name: `random_${seed}`,
    version: "1",
    description: "Orders by chance.",
    signalType: "random",
    direction: "both",
    parameters: {},
    createTrader: () => chanceTrader(drawn(seed)),
  });
}

function chanceTrader(next: () => number): Trader {
  return {
    onCandle({ close }, broker) {
      if (next() < 0.8) return;
      const waiting = broker.orders();
      if (waiting.length > 4 || (waiting.length > 0 && next() < 0.2)) {
        broker.cancel(waiting[Math.floor(next() * waiting.length)]?.id ?? 0);
        return;
      }
      const away = 1 + (next() - 0.5) * 0.02;
      const kind = Math.floor(next() * 4);
      const order: OrderRequest = {
        side: next() < 0.5 ? "buy" : "sell",
        ...(kind === 1 && { type: "limit", price: close * away }),
        ...(kind === 2 && { type: "stop", stopPrice: close * away }),
        ...(kind === 3 && { type: "stop_limit", price: close * away, stopPrice: close }),
        ...(next() < 0.3 && {
          size: next() < 0.5 ? { units: 1 + next() * 10 } : 0.1 + 0.5 * next(),
        }),
        ...(next() < 0.2 && { reduceOnly: true }),
        ...(next() < 0.3 && { validCandles: 1 + Math.floor(next() * 5) }),
        ...(next() < 0.3 && { stopLoss: 0.01, takeProfit: 0.015 }),
        ...(next() < 0.2 && { group: "pair" }),
        ...(next() < 0.1 && { tag: "by chance" }),
      };
      broker.submit(order);
    },
  };
}
