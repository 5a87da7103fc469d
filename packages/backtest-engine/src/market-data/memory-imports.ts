/** Imports in memory: for mocks, tests and embedders without a disk. */

import type { Clock } from "@bourse/kernel";

import { checkInterval } from "../candles/check-interval.ts";
import { parseCandlesCsv } from "../candles/read-candles-csv.ts";
import { EngineError } from "../errors.ts";
import type { CandleImports } from "./candle-storage.ts";
import { canonicalSymbol } from "./canonical-symbol.ts";
import { normaliseInterval } from "./interval.ts";
import { createMemoryProvider, type MemorySeries } from "./memory-provider.ts";
import { createOverlayProvider } from "./overlay-provider.ts";
import type { CandleProvider } from "./port.ts";

/** Creates import storage in memory, and a provider that serves the imported series before those of `base`. */
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
        const { candles, gaps, timestampUnit } = parseCandlesCsv(request.csv, { interval });
        if (candles.length === 0) throw withoutCandles();
        checkInterval(candles, interval);
        const symbol = canonicalSymbol(request.symbol);
        series.set(`${symbol} ${interval}`, { symbol, interval, candles });
        const overlay = createMemoryProvider({
          series: [...series.values()],
          clock,
          exchange: "csv",
          source: "csv",
        });
        provider = createOverlayProvider({ overlay, base });
        return {
          records: candles.length,
          gaps,
          timestampUnit,
          firstTimestamp: candles.time[0]!, // there is one
          lastTimestamp: candles.time.at(-1)!,
        };
      },
    },
    provider: {
      exchange: base.exchange,
      candles: (request) => provider.candles(request),
      symbols: (signal) => provider.symbols(signal),
    },
  };
}

function withoutCandles(): EngineError {
  return new EngineError("CANDLES_INVALID", "There must be a candle below the header.", {
    details: { count: 0, rows: [] },
  });
}
