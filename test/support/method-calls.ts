/** Valid calls of methods of what public functions return. */
import { buyAndHold } from "../../packages/backtest-engine/src/strategies/index.ts";
import { SYMBOL } from "./call-samples.ts";
import type { Calls } from "./wrong-arguments.ts";

const trading = "@bourse/trading-core";
const ccxt = "@bourse/execution-ccxt createCcxtBroker()";

const request = (): object[] => [{ symbol: SYMBOL, interval: "D", limit: 5 }];
const order = (): object[] => [{ symbol: SYMBOL, side: "buy", quantity: "1" }];
const series = (): object[] => [
  { symbol: SYMBOL, interval: "D", after: Date.UTC(2024, 0, 1) },
  AbortSignal.abort(),
];
const place = (): object[] => [{ symbol: SYMBOL }];

/** Valid calls of methods. */
export const METHOD_CALLS: Calls["calls"] = {
  [`${trading} createBacktestService().submitBacktest`]: () => [
    { strategy: "ma_crossover", symbol: SYMBOL, interval: "D" },
  ],
  [`${trading} createBacktestService().submitDataSync`]: () => [{ symbol: SYMBOL, interval: "D" }],
  [`${trading} createBacktestService().submitSignals`]: () => [
    { strategy: "ma_crossover", symbols: [SYMBOL] },
  ],
  [`${trading} createBacktestService().submitSweep`]: () => [
    {
      strategy: "ma_crossover",
      symbol: SYMBOL,
      interval: "D",
      parameterRanges: { fast_period: { values: [5, 10] } },
    },
  ],
  [`${trading} createBacktestService().submitWalkForward`]: () => [
    {
      strategy: "ma_crossover",
      symbol: SYMBOL,
      interval: "D",
      parameterRanges: { fast_period: { values: [5, 10] } },
      trainCandles: 50,
      testCandles: 10,
    },
  ],
  [`${trading} createBacktestService().generateSignal`]: () => ["buy_and_hold", SYMBOL],
  [`${trading} createTradingSessions().create`]: () => [
    { strategy: "ma_crossover", symbol: SYMBOL, interval: "D", initialCapital: 1000 },
  ],
  [`${trading} remoteBroker().place`]: order,
  [`${trading} remoteBroker().close`]: place,
  [`${trading}/market-data createAutoProvider().candles`]: request,
  [`${trading}/market-data createCcxtProvider().candles`]: request,
  [`${trading}/market-data createGuardedProvider().candles`]: request,
  [`${trading}/market-data createMemoryProvider().candles`]: request,
  [`${trading}/market-data createOverlayProvider().candles`]: request,
  [`${trading}/market-data createSimulatedProvider().candles`]: request,
  [`${trading}/streams createMemoryCandleStream().follow`]: series,
  [`${trading}/streams createPolledCandleStream().follow`]: series,
  [`${trading}/streams createLinkedCandleStream().follow`]: series,
  [`${trading}/streams createMemoryCandleStream().push`]: () => [
    { symbol: SYMBOL, interval: "D" },
    [{ time: 0, open: 1, high: 1, low: 1, close: 1, volume: 1 }],
  ],
  [`${trading}/streams createMemoryCandleStream().setStale`]: () => [
    { symbol: SYMBOL, interval: "D" },
    true,
  ],
  [`${trading}/streams createMemoryCandleStream().refuse`]: () => [
    { symbol: SYMBOL, interval: "D" },
    "unknown",
  ],
  [`${trading}/execution createPaperBroker().place`]: order,
  [`${trading}/execution createPaperBroker().close`]: place,
  "@bourse/mock/auth createAuthMock().scenario": () => ["account"],
  "@bourse/mock/auth createAuthMock().fault": () => ["me", { status: 500 }],
  "@bourse/mock/auth createAuthMock().override": () => ["me", () => undefined],
  "@bourse/mock/backtest createBacktestMock().scenario": () => ["fresh"],
  "@bourse/mock/backtest createBacktestMock().fault": () => ["health", { status: 500 }],
  "@bourse/mock/backtest createBacktestMock().override": () => ["health", () => undefined],
  "@bourse/mock/curation createCurationMock().scenario": () => ["empty"],
  "@bourse/mock/curation createCurationMock().fault": () => ["me", { status: 500 }],
  "@bourse/mock/curation createCurationMock().override": () => ["me", () => undefined],
  "@bourse/mock/curation createCurationMock": () => [
    { core: { adminEmails: ["admin@example.com"] } },
  ],
  "@bourse/mock/curation createCurationMock().adminCode": () => ["admin@example.com"],
  "@bourse/mock/node createNodeMock().scenario": () => ["empty"],
  "@bourse/backtest-engine/strategies createStrategyRegistry().get": () => ["ma_crossover"],
  "@bourse/backtest-engine/strategies createStrategyRegistry().register": () => [buyAndHold],
  [`${ccxt}.place`]: order,
  [`${ccxt}.order`]: () => [`${SYMBOL}:1`],
  [`${ccxt}.cancel`]: () => [`${SYMBOL}:1`, SYMBOL],
  [`${ccxt}.close`]: place,
};

/** Codes that those calls end with, as nothing is at the other end or of that name. */
export const METHOD_ENDS: Calls["ends"] = {
  [`${trading} createBacktestService().report`]: "JOB_UNKNOWN",
  ...Object.fromEntries(
    ["place", "orders", "order", "cancel", "positions", "close", "balance", "ping"].flatMap(
      (name) => [
        [`${trading} remoteBroker().${name}`, "EXECUTION_UNAVAILABLE"],
        [`${ccxt}.${name}`, "EXECUTION_UNAVAILABLE"],
      ],
    ),
  ),
  // The newest candle of the sample is of 2024.
  [`${trading} createBacktestService().generateSignal`]: "MARKET_DATA_UNAVAILABLE",
  [`${trading}/execution createPaperBroker().place`]: "MARKET_DATA_UNAVAILABLE",
  [`${trading}/execution createPaperBroker().order`]: "ORDER_UNKNOWN",
  [`${trading}/execution createPaperBroker().cancel`]: "ORDER_UNKNOWN",
  [`${trading}/market-data createMemoryProvider().candles`]: "SYMBOL_UNKNOWN",
  "@bourse/outbox createOutbox().retryDead": "ENTRY_NOT_FOUND",
  "@bourse/outbox createOutbox().removeDead": "ENTRY_NOT_FOUND",
};
