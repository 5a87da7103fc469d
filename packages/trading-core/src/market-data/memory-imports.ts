/** Imports in memory: for mocks, tests and embedders without a disk. */

import { EngineError, parseCandlesCsv } from "@bourse/backtest-engine";
import { checkInterval, normaliseInterval } from "@bourse/backtest-engine/data";
import { portOption, resolveOptions, type Clock, type OptionRules } from "@bourse/kernel";

import { importFacts, placeOf } from "./candle-place.ts";
import type { CandleImports, ImportName, StoredImport } from "./candle-storage.ts";
import { canonicalSymbol } from "./canonical-symbol.ts";
import {
  checkImportQuotas,
  importQuotaRules,
  requireText,
  unknownImport,
  type ImportQuotas,
} from "./import-quotas.ts";
import { createMemoryProvider, type MemorySeries } from "./memory-provider.ts";
import { createOverlayProvider } from "./overlay-provider.ts";
import type { CandleProvider } from "./port.ts";

/** Options of {@link createMemoryImports}. */
export interface MemoryImportsOptions extends Partial<ImportQuotas> {
  /** Provider of the candles that were not imported. */
  readonly base: CandleProvider;
  /** Source of time. */
  readonly clock: Clock;
}

/**
 * Creates import storage in memory, and a provider that serves the imported series before those of `base`. A candle
 * takes 56 bytes. Files are text; Parquet and Arrow are refused.
 *
 * @throws KernelError OPTION_INVALID
 */
export function createMemoryImports(given: MemoryImportsOptions): {
  readonly imports: CandleImports;
  readonly provider: CandleProvider;
} {
  const options = resolveOptions("createMemoryImports", given, rules);
  const { base, clock } = options;
  const series = new Map<string, MemorySeries & StoredImport>();
  let provider = base;

  const serve = (): void => {
    // In the order of the keys the one without an exchange comes first, and the first one counts.
    const byName = new Map<string, MemorySeries>();
    for (const [, one] of inOrder(series)) {
      const name = `${one.symbol} ${one.interval}`;
      if (!byName.has(name)) byName.set(name, one);
    }
    const overlay = createMemoryProvider({
      series: [...byName.values()],
      clock,
      exchange: "csv",
      source: "csv",
    });
    provider = byName.size === 0 ? base : createOverlayProvider({ overlay, base });
  };

  return {
    imports: {
      async import(request) {
        const interval = normaliseInterval(request.interval);
        if (request.bytes !== undefined) requireText(request.bytes);
        const text = request.csv ?? request.bytes;
        const reading = parseCandlesCsv(text, { ...request.file, interval });
        const { candles, timestampUnit, timeZone, filled, format } = reading;
        const { skipped, duplicates } = reading;
        if (candles.length === 0) throw withoutCandles();
        checkInterval(candles, interval);
        const { calendar } = request;
        const facts = importFacts(candles, { interval, timeZone, calendar });
        const { place, barsPerYear, gaps = reading.gaps } = facts;
        const symbol = canonicalSymbol(request.symbol);
        const key = keyOf(request);
        const others = [...series].filter(([name]) => name !== key).map(([, one]) => one);
        const sizeBytes = candles.length * BYTES_A_CANDLE;
        const bytes = others.reduce((sum, one) => sum + one.sizeBytes, 0);
        checkImportQuotas({ series: others.length, bytes, added: sizeBytes }, options);
        const exchange = request.exchange ?? null;
        const importedAt = clock.now();
        series.set(key, {
          symbol,
          interval,
          candles,
          exchange,
          sizeBytes,
          importedAt,
          ...place,
          ...(Object.keys(place).length > 0 && { barsPerYear }),
        });
        serve();
        return {
          records: candles.length,
          gaps,
          timestampUnit,
          timeZone,
          ...(calendar !== undefined && { calendar }),
          barsPerYear,
          firstTimestamp: candles.time[0]!, // there is one
          lastTimestamp: candles.time.at(-1)!,
          filled,
          format,
          skipped,
          duplicates,
        };
      },
      list: async () => inOrder(series).map(([, one]) => storedOf(one)),
      async delete(name) {
        if (!series.delete(keyOf(name))) throw unknownImport(name);
        serve();
      },
    },
    provider: {
      exchange: base.exchange,
      candles: (request) => provider.candles(request),
      symbols: (signal, onWait) => provider.symbols(signal, onWait),
    },
  };
}

const BYTES_A_CANDLE = 56;

const rules: OptionRules<Required<MemoryImportsOptions>> = {
  base: portOption<CandleProvider>(["candles", "symbols"]),
  clock: portOption<Clock>(["now"]),
  ...importQuotaRules,
};

function keyOf({ symbol, interval, exchange = "" }: ImportName): string {
  return `${exchange} ${canonicalSymbol(symbol)} ${normaliseInterval(interval)}`;
}

function inOrder<Value>(entries: ReadonlyMap<string, Value>): (readonly [string, Value])[] {
  return [...entries].toSorted(([one], [two]) => (one < two ? -1 : 1));
}

function storedOf({
  symbol,
  interval,
  exchange,
  sizeBytes,
  importedAt,
  barsPerYear,
  ...place
}: StoredImport): StoredImport {
  return {
    symbol,
    interval,
    exchange,
    sizeBytes,
    importedAt,
    ...placeOf(place),
    ...(barsPerYear !== undefined && { barsPerYear }),
  };
}

function withoutCandles(): EngineError {
  return new EngineError("CANDLES_INVALID", "There must be a candle below the header.", {
    details: { count: 0, rows: [] },
  });
}
