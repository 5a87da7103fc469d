/** Imports that live in memory: for mocks, tests and embedders without a disk. */

import {
  createMemoryProvider,
  createOverlayProvider,
  normaliseInterval,
  parseCandlesCsv,
  type CandleProvider,
  type MemorySeries,
} from "@bourse/backtest-engine/data";
import type { Clock } from "@bourse/kernel";

import type { CandleImports } from "./ports.ts";

/** The imports, and `base` with the imported series laid over it. A second import of a series replaces the first. */
export function createMemoryImports(options: {
  readonly base: CandleProvider;
  readonly clock: Clock;
}): { readonly imports: CandleImports; readonly provider: CandleProvider } {
  const { base, clock } = options;
  const series = new Map<string, MemorySeries>();
  let provider = base;
  return {
    imports: {
      async import(request) {
        const interval = normaliseInterval(request.interval);
        const { candles, gaps } = parseCandlesCsv(request.csv, { interval });
        series.set(`${request.symbol} ${interval}`, { symbol: request.symbol, interval, candles });
        const overlay = createMemoryProvider({
          series: [...series.values()],
          clock,
          exchange: "csv",
          source: "csv",
        });
        provider = createOverlayProvider({ overlay, base });
        return { records: candles.length, gaps };
      },
    },
    provider: {
      exchange: base.exchange,
      candles: (request) => provider.candles(request),
      symbols: (signal) => provider.symbols(signal),
    },
  };
}
