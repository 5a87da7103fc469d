/** Sessions and backtests of the same candles, and the hash of each: a program without Node, for every platform. */

import { backtest, candlesFromRows } from "../../packages/backtest-engine/src/index.ts";
import { resultHash } from "../../packages/backtest-engine/src/research/index.ts";
import {
  createStrategyRegistry,
  defineTrader,
  resolveParameters,
  type AnyStrategy,
} from "../../packages/backtest-engine/src/strategies/index.ts";
import { seededRandom } from "../../packages/kernel/src/index.ts";
import { SessionKernel } from "../../packages/trading-core/src/session/index.ts";

const START = Date.UTC(2026, 0, 5);
const MINUTE = 60_000;
const COUNT = 500;

/** Orders of all kinds by chance. */
const byChance = defineTrader({
  name: "by_chance",
  version: "1",
  description: "Orders by chance.",
  signalType: "random",
  direction: "both",
  parameters: {},
  createTrader() {
    const random = seededRandom("orders");
    return {
      onCandle({ close }, broker) {
        if (random.next() < 0.6) return;
        const price = close * (1 + (random.next() - 0.5) * 0.02);
        broker.submit({
          side: random.next() < 0.5 ? "buy" : "sell",
          ...(random.next() < 0.5 && { type: "limit", price, validCandles: 4 }),
          ...(random.next() < 0.4 && { stopLoss: 0.01, takeProfit: 0.02 }),
          size: 0.4,
        });
      },
    };
  },
});

const registry = createStrategyRegistry();
const STRATEGIES: readonly AnyStrategy[] = [
  ...["ma_crossover", "rsi", "bollinger_bands", "buy_and_hold"].map((name) => registry.get(name)),
  byChance as AnyStrategy,
];

const COSTS = [
  { fee: 0 },
  { fee: 0.0005, makerFee: -0.0001, slippage: 0.0003, stopLoss: 0.02, takeProfit: 0.05 },
  { fee: 0.001, fixedFee: 1, leverage: 3, borrowRate: 0.00001, maintenanceMargin: 0.01 },
] as const;

function madeRows() {
  const random = seededRandom("sessions");
  let price = 100;
  return Array.from({ length: COUNT }, (_, i) => {
    const open = price;
    price *= 0.99 + random.below(20_001) / 1_000_000;
    const [low, high] = [Math.min(open, price), Math.max(open, price)];
    return { time: START + i * MINUTE, open, high, low, close: price, volume: 1 };
  });
}

/** A run by its hashes: of the session, with the last hash of its inputs and decisions, and of the backtest. */
export interface SessionBits {
  readonly session: string;
  readonly inputs: string;
  readonly decisions: string;
  readonly backtest: string;
}

/** Every strategy under every kind of costs. */
export function sessionBits(): readonly SessionBits[] {
  const rows = madeRows();
  const { candles } = candlesFromRows(
    rows.map(({ time: timestamp, ...numbers }) => ({ timestamp, ...numbers })),
  );
  return STRATEGIES.flatMap((strategy) =>
    COSTS.map((costs): SessionBits => {
      const kernel = new SessionKernel({
        id: "0a0b0c0d-0000-4000-8000-000000000001",
        strategy,
        parameters: resolveParameters(strategy, {}),
        symbol: "BTCUSDT",
        interval: "1",
        startTime: START,
        options: { initialCapital: 10_000, ...costs },
      });
      const steps = rows.map((candle) => kernel.step({ candle, isLate: false }));
      const equity = Float64Array.from(steps, ({ books }) => books.equity);
      const whole = backtest(candles, {
        ...costs,
        strategy,
        symbol: "BTCUSDT",
        interval: "1",
        initialCapital: 10_000,
        compatibility: { finalPosition: "keep" },
      });
      return {
        session: resultHash({ equity, trades: kernel.trades }),
        inputs: steps.at(-1)?.decision.inputHash ?? "",
        decisions: resultHash(steps.map(({ decision }) => decision.decisionHash)),
        backtest: resultHash({ equity: whole.equity, trades: whole.trades }),
      };
    }),
  );
}
