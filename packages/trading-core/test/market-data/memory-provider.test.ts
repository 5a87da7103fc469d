import { createCandles } from "@bourse/backtest-engine/data";
import { createManualClock, hasCode } from "@bourse/kernel";
import { expect, test } from "vitest";

import { createMemoryProvider } from "../../src/market-data/memory-provider.ts";
import { createSimulatedProvider } from "../../src/market-data/simulated/simulated-provider.ts";

const NOW = Date.UTC(2026, 5, 1, 12, 30);
const clock = createManualClock({ now: NOW });

async function hours(): Promise<ReturnType<typeof createMemoryProvider>> {
  const later = createManualClock({ now: NOW + 6 * 3_600_000 });
  const world = createSimulatedProvider({ clock: later });
  const { candles } = await world.candles({ symbol: "BTCUSDT", interval: "60", limit: 60 });
  const series = [{ symbol: "BTCUSDT", interval: "60", candles }] as const;
  return createMemoryProvider({ series, clock });
}

test("a series is known by its symbol and its interval", async () => {
  const provider = await hours();
  const refusal = provider.candles({ symbol: "BTCUSDT", interval: "D", limit: 1 });
  await expect(refusal).rejects.toSatisfy((error) => hasCode(error, "SYMBOL_UNKNOWN"));
});

test("a candle of three months that did not begin with a quarter closes three months later", async () => {
  const candles = createCandles(3);
  candles.time.set([1, 4, 7].map((month) => Date.UTC(2025, month)));
  const series = [{ symbol: "BTCUSDT", interval: "3M", candles }] as const;
  const closed = async (now: number) => {
    const provider = createMemoryProvider({ series, clock: createManualClock({ now }) });
    return (await provider.candles({ symbol: "BTCUSDT", interval: "3M", limit: 9 })).candles.length;
  };
  expect(await closed(Date.UTC(2025, 6, 31))).toBe(1);
  expect(await closed(Date.UTC(2025, 7))).toBe(2);
});
