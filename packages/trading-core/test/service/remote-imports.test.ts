/** Imports over the bus: the process that has the folder gets the file as it was sent. */

import { createInProcessBus } from "@bourse/kernel";
import { expect, test } from "vitest";

import { remoteMarketData, serveMarketData } from "../../src/index.ts";
import { type CandleImports } from "../../src/market-data/candle-storage.ts";
import { createExchangeDirectory } from "../../src/market-data/exchange-directory.ts";
import { noCache, noImports } from "../../src/market-data/no-storage.ts";
import { createSimulatedProvider } from "../../src/market-data/simulated/simulated-provider.ts";

test("the bytes of a file and the text of a CSV arrive unchanged, with their options", async () => {
  const bus = createInProcessBus();
  const given: Parameters<CandleImports["import"]>[0][] = [];
  const imports: CandleImports = {
    ...noImports,
    import(request) {
      given.push(request);
      return noImports.import(request);
    },
  };
  const exchanges = createExchangeDirectory({ simulated: createSimulatedProvider() }, "simulated");
  const serving = serveMarketData(bus, { exchanges, cache: noCache, imports });
  const remote = remoteMarketData(bus, { names: ["simulated"], defaultName: "simulated" });
  const name = { symbol: "A", interval: "1h", file: { gaps: "fill" } } as const;
  const sent = [
    { ...name, bytes: Uint8Array.from({ length: 1000 }, (_, i) => i % 256) },
    { ...name, csv: "timestamp,open,high,low,close,volume\n" },
  ];
  for (const request of sent) {
    await expect(remote.imports.import(request)).rejects.toMatchObject({
      code: "MARKET_DATA_REFUSED",
    });
  }
  expect(given).toEqual(sent);
  await serving.stop();
  await bus.close();
});
