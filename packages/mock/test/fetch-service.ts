/** The backtest service embedded behind the fetch handler, with real time. */

import { createExchangeDirectory, type CandleProvider } from "@bourse/backtest-engine/data";
import { serveFetch } from "@bourse/contract";
import { backtestApi } from "@bourse/contract/backtest";
import {
  backtestCollections,
  bindBacktestApi,
  createBacktestCore,
  createMemoryImports,
} from "@bourse/handlers/backtest";
import { createInProcessBus, createMemoryStore, systemClock } from "@bourse/kernel";

import type { ConformanceTarget } from "../src/conformance/index.ts";

export interface FetchService extends ConformanceTarget {
  readonly stop: () => Promise<void>;
}

/** Started; its answers are checked against the contract. */
export async function fetchService(base: CandleProvider): Promise<FetchService> {
  const { imports, provider } = createMemoryImports({ base, clock: systemClock });
  const core = createBacktestCore({
    store: createMemoryStore({ collections: backtestCollections }),
    bus: createInProcessBus(),
    exchanges: createExchangeDirectory(
      { binance: provider, bybit: provider, csv: provider, simulated: provider },
      "bybit",
    ),
    imports,
  });
  await core.start();
  const serve = serveFetch(backtestApi.wire, bindBacktestApi(core, { validateResponses: true }));
  return {
    baseUrl: "http://service",
    fetch: (input, init) => serve(new Request(input, init)),
    stop: () => core.stop(),
  };
}
