import { createManualClock } from "@bourse/kernel";
import { expect, test } from "vitest";

import { createMemoryProvider } from "../../src/market-data/memory-provider.ts";
import { type CandleRequest } from "../../src/market-data/port.ts";
import { createSimulatedProvider } from "../../src/market-data/simulated/simulated-provider.ts";

const clock = createManualClock();
const providers = {
  simulated: createSimulatedProvider({ clock }),
  memory: createMemoryProvider({ series: [], clock }),
};

test.each(Object.entries(providers))(
  "the provider %s refuses an interval in another spelling, and names the right one",
  async (_, provider) => {
    const ask = (interval: string) =>
      provider.candles({ symbol: "BTCUSDT", interval, limit: 10 } as CandleRequest);
    await expect(ask("1h")).rejects.toThrow(
      'The interval of a request must be in its canonical spelling; found "1h". Write "60", as normaliseInterval returns it.',
    );
    await expect(ask("7x")).rejects.toMatchObject({ code: "INTERVAL_INVALID" });
  },
);
