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
