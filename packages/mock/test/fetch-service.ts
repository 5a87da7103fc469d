/** The backtest service embedded behind the fetch handler, with real time. */

import type { ConformanceTarget } from "@bourse/conformance/backtest";
import { serveFetch } from "@bourse/contract";
import { backtestApi } from "@bourse/contract/backtest";
import { bindBacktestApi } from "@bourse/handlers/backtest";
import { createInProcessBus, createMemoryStore, systemClock } from "@bourse/kernel";
import { backtestCollections, createBacktestService } from "@bourse/trading-core";
import {
  type CandleProvider,
  createExchangeDirectory,
  createMemoryImports,
} from "@bourse/trading-core/market-data";

export interface FetchService extends ConformanceTarget {
  readonly stop: () => Promise<void>;
}

/** Started; its answers are checked against the contract. */
export async function fetchService(base: CandleProvider): Promise<FetchService> {
  const { imports, provider } = createMemoryImports({ base, clock: systemClock });
  const service = createBacktestService({
    store: createMemoryStore({ collections: backtestCollections }),
    bus: createInProcessBus(),
    exchanges: createExchangeDirectory(
      {
        bybit: provider,
        binance: provider,
        bybitperpetual: provider,
        binanceperpetual: provider,
        csv: provider,
        simulated: provider,
      },
      "bybit",
    ),
    imports,
  });
  await service.start();
  const serve = serveFetch(backtestApi.wire, bindBacktestApi(service, { validateResponses: true }));
  return {
    baseUrl: "http://service",
    fetch: (input, init) => serve(new Request(input, init)),
    stop: () => service.stop(),
  };
}
