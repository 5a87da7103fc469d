import { candlesFromRows } from "@bourse/backtest-engine/data";
import { executionConformance } from "@bourse/conformance/broker";
import { createManualClock, createMemoryStore, seededIds } from "@bourse/kernel";
import { createPaperBroker, paperCollections } from "@bourse/trading-core/execution";
import { createMemoryProvider } from "@bourse/trading-core/market-data";
import { describe, test } from "vitest";

describe("the paper broker", () => {
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
      const broker = createPaperBroker({
        store: createMemoryStore({ collections: paperCollections }),
        candles: createMemoryProvider({ series, clock }),
        bus: { publish: () => undefined },
        clock,
        ids: seededIds(1),
      });
      return {
        broker,
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
