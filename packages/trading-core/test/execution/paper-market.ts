/** A market that the test moves minute by minute, and a paper broker on it. */

import { candlesFromRows } from "@bourse/backtest-engine";
import {
  createManualClock,
  createMemoryStore,
  seededIds,
  type Bus,
  type ManualClock,
  type Store,
} from "@bourse/kernel";

import {
  createPaperBroker,
  paperCollections,
  type PaperBroker,
  type PaperBrokerOptions,
} from "../../src/execution/index.ts";
import { createMemoryProvider } from "../../src/market-data/memory-provider.ts";
import type { CandleProvider } from "../../src/market-data/port.ts";

export interface Bar {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

export interface PaperMarket {
  readonly broker: PaperBroker;
  readonly store: Store;
  readonly clock: ManualClock;
  readonly candles: Pick<CandleProvider, "candles">;
  readonly published: unknown[];
  /** Lets one minute pass that traded like this. */
  readonly minute: (bar: Bar, symbol?: string) => Promise<void>;
  /** Another broker on the same account. */
  readonly reopen: (options?: Partial<PaperBrokerOptions>) => PaperBroker;
}

const MINUTE = 60_000;

/** Begins with one closed minute at 100 for each symbol. */
export async function openMarket(
  options: Partial<PaperBrokerOptions> & { readonly symbols?: readonly string[] } = {},
): Promise<PaperMarket> {
  const { symbols = ["BTCUSDT"], ...broker } = options;
  const clock = createManualClock();
  const store = options.store ?? createMemoryStore({ collections: paperCollections });
  const start = clock.now();
  const bars = new Map(symbols.map((symbol) => [symbol, [flatBar(100)]]));
  const candles: Pick<CandleProvider, "candles"> = {
    candles(request) {
      const series = [...bars].map(([symbol, rows]) => ({
        symbol,
        interval: "1" as const,
        candles: candlesFromRows(
          rows.map((bar, row) => ({ timestamp: start + row * MINUTE, ...bar, volume: 1 })),
        ).candles,
      }));
      return createMemoryProvider({ series, clock }).candles(request);
    },
  };
  const published: unknown[] = [];
  const bus: Pick<Bus, "publish"> = { publish: (_topic, event) => published.push(event) };
  const ids = seededIds(1);
  const reopen = (more: Partial<PaperBrokerOptions> = {}): PaperBroker =>
    createPaperBroker({ store, candles, bus, clock, ids, ...broker, ...more });
  await clock.advance(MINUTE);
  return {
    broker: reopen(),
    store,
    clock,
    candles,
    published,
    reopen,
    async minute(bar, symbol = symbols[0]!) {
      for (const [name, rows] of bars) {
        rows.push(name === symbol ? bar : flatBar(rows.at(-1)!.close));
      }
      await clock.advance(MINUTE);
    },
  };
}

export function flatBar(price: number): Bar {
  return { open: price, high: price, low: price, close: price };
}
