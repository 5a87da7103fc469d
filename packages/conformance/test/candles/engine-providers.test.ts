import { providerConformance } from "@bourse/conformance/candles";
import { createManualClock } from "@bourse/kernel";
import { createMemoryProvider, createSimulatedProvider } from "@bourse/trading-core/market-data";
import { describe, test } from "vitest";

const NOW = Date.UTC(2026, 10, 21, 3, 14, 15);
const clock = createManualClock({ now: NOW });

for (const interval of ["1", "60", "W", "M"] as const) {
  describe(`the simulated provider at the interval ${interval}`, () => {
    providerConformance({
      test,
      open: async () => ({
        provider: createSimulatedProvider({ clock, seed: 7 }),
        symbol: "BTCUSDT",
        interval,
        unknownSymbol: "NOPE",
        now: NOW,
      }),
    });
  });
}

describe("the memory provider", () => {
  providerConformance({
    test,
    async open() {
      const later = createManualClock({ now: NOW + 6 * 3_600_000 });
      const world = createSimulatedProvider({ clock: later });
      const { candles } = await world.candles({ symbol: "BTCUSDT", interval: "60", limit: 60 });
      const series = [{ symbol: "BTCUSDT", interval: "60", candles }] as const;
      return {
        provider: createMemoryProvider({ series, clock }),
        symbol: "BTCUSDT",
        interval: "60",
        unknownSymbol: "ETHUSDT",
        now: NOW,
      };
    },
  });
});
