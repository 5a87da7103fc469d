import { describe, test } from "vitest";

import { executionConformance } from "../../src/conformance/index.ts";
import { openMarket } from "./paper-market.ts";

describe("the paper broker", () => {
  executionConformance({
    test,
    async open() {
      const { broker } = await openMarket({ symbols: ["BTCUSDT", "ETHEUR"] });
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
