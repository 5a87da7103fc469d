/** A day of candles, and strategies of both styles for sessions. */

import { createCandles, defineStrategy, defineTrader, Signal } from "@bourse/backtest-engine";
import type { Candles } from "@bourse/backtest-engine";
import type { AnyStrategy } from "@bourse/backtest-engine/strategies";

import { drawn } from "../../../backtest-engine/test/stepper/random-day.ts";
import type { StreamedCandle } from "../../src/session/index.ts";

export const MINUTE = 60_000;
export const START: number = Date.UTC(2026, 0, 5);

/** Candles of one minute, a random walk. */
export function randomCandles(length: number, seed: number): StreamedCandle[] {
  const next = drawn(seed);
  let price = 100;
  return Array.from({ length }, (_, i) => {
    const open = price;
    const close = open * (1 + (next() - 0.5) * 0.02);
    price = close;
    return {
      time: START + i * MINUTE,
      open,
      high: Math.max(open, close) * (1 + next() * 0.005),
      low: Math.min(open, close) * (1 - next() * 0.005),
      close,
      volume: Math.round(next() * 10_000) / 10,
    };
  });
}

/** The same candles in columns. */
export function columnsOf(rows: readonly StreamedCandle[]): Candles {
  const candles = createCandles(rows.length);
  for (const [i, row] of rows.entries()) {
    for (const name of ["time", "open", "high", "low", "close", "volume"] as const) {
      candles[name][i] = row[name];
    }
  }
  return candles;
}

/** Follows the last three candles, on both sides. */
export const trend: AnyStrategy = defineStrategy({
  name: "trend",
  version: "1",
  description: "Follows the last three candles.",
  signalType: "trend",
  direction: "both",
  parameters: {
    share: { type: "number", default: 0.01, minimum: 0, maximum: 1, description: "Least move." },
  },
  lookBack: 3,
  isLookBackExact: true,
  decide({ length, close }, { share }) {
    const signals = new Uint8Array(length);
    for (let i = 3; i < length; i++) {
      const move = (close[i] ?? 0) / (close[i - 3] ?? 1) - 1;
      if (move > share) signals[i] = Signal.enterLong | Signal.exitShort;
      else if (move < -share) signals[i] = Signal.enterShort | Signal.exitLong;
    }
    return { signals, warmUp: 3 };
  },
}) as unknown as AnyStrategy;

/** Limits, stops and brackets by chance, drawn anew by each trader from the same seed. */
export const chance: AnyStrategy = defineTrader({
  name: "chance",
  version: "1",
  description: "Orders by chance.",
  signalType: "random",
  direction: "both",
  parameters: {},
  createTrader() {
    const next = drawn(9);
    return {
      onCandle({ close }, broker) {
        if (next() < 0.6) return;
        const [first] = broker.orders();
        if (first !== undefined && next() < 0.3) {
          broker.cancel(first.id);
          return;
        }
        const away = 1 + (next() - 0.5) * 0.02;
        const isLimit = next() < 0.5;
        broker.submit({
          side: next() < 0.5 ? "buy" : "sell",
          ...(isLimit && { type: "limit", price: close * away, validCandles: 4 }),
          ...(next() < 0.4 && { stopLoss: 0.01, takeProfit: 0.02 }),
          ...(next() < 0.3 && { group: "pair" }),
          size: 0.4,
        });
      },
    };
  },
}) as unknown as AnyStrategy;
