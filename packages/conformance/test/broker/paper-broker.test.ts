import { candlesFromRows } from "@bourse/backtest-engine/data";
import { executionConformance } from "@bourse/conformance/broker";
import { createManualClock, createMemoryStore, Decimal, seededIds } from "@bourse/kernel";
import {
  createPaperBroker,
  paperCollections,
  type ExecutionBroker,
} from "@bourse/trading-core/execution";
import { createMemoryProvider } from "@bourse/trading-core/market-data";
import { createGuardedBroker, riskCollections } from "@bourse/trading-core/risk";
import { describe, test } from "vitest";

const LIMITS = { maxOrderValue: "1000000", maxPositionValue: "1000000", maxOrdersPerMinute: 100 };

describe.each<[string, (...parts: Parameters<typeof guard>) => ExecutionBroker]>([
  ["the paper broker", (broker) => broker],
  ["a paper broker behind a guard without limits", (broker, parts) => guard(broker, parts)],
  ["a paper broker behind limits", (broker, parts) => guard(broker, { ...parts, risk: LIMITS })],
])("%s", (_name, wrap) => {
  executionConformance({
    test,
    async open() {
      const clock = createManualClock();
      const bar = { timestamp: clock.now(), open: 100, high: 100, low: 100, close: 100, volume: 1 };
      await clock.advance(60_000);
      const series = ["BTCUSDT", "ETHEUR"].map((symbol) => ({
        symbol,
        interval: "1" as const,
        candles: candlesFromRows([bar]).candles,
      }));
      const store = createMemoryStore({ collections: [...paperCollections, ...riskCollections] });
      const paper = createPaperBroker({
        store,
        candles: createMemoryProvider({ series, clock }),
        bus: { publish: () => undefined },
        clock,
        ids: seededIds(1),
      });
      const { price, priceTime } = { price: Decimal.parse("100"), priceTime: clock.now() };
      const lastPrice = () => Promise.resolve({ price, priceTime });
      return {
        broker: wrap(paper, { store, clock, lastPrice }),
        symbol: "BTCUSDT",
        base: "BTC",
        quote: "USDT",
        otherSymbol: "ETHEUR",
        quantity: "0.5",
        lowPrice: "40",
        unaffordable: "5000",
      };
    },
  });
});

function guard(
  broker: ExecutionBroker,
  parts: Omit<Parameters<typeof createGuardedBroker>[0], "broker">,
): ExecutionBroker {
  return createGuardedBroker({ broker, ownsAccount: true, ...parts });
}
