/** Values that calls of public functions share. */
import { mkdtempSync } from "node:fs";
import { join } from "node:path";

import { authCollections } from "../../packages/auth-core/src/index.ts";
import type { Candles } from "../../packages/backtest-engine/src/index.ts";
import { curationCollections } from "../../packages/curation-core/src/index.ts";
import {
  createMemoryStore,
  type Collection,
  type Entity,
  type Store,
} from "../../packages/kernel/src/index.ts";
import { nodeCollections } from "../../packages/node-core/src/index.ts";
import { backtestCollections } from "../../packages/trading-core/src/index.ts";

/** Collections of all services. */
export const COLLECTIONS = [
  ...authCollections,
  ...curationCollections,
  ...backtestCollections,
  ...nodeCollections,
];

/** Prices around 100. */
export const column = (): Float64Array =>
  Float64Array.from({ length: 100 }, (_, at) => 100 + Math.sin(at) * 5);

/** Daily candles of 2024. */
export const candles = (): Candles => ({
  length: 100,
  time: Float64Array.from({ length: 100 }, (_, at) => Date.UTC(2024, 0, 1) + at * 86_400_000),
  open: column(),
  high: column(),
  low: column(),
  close: column(),
  volume: column(),
});

/** A store in memory of all collections; of two that share a name, the one of `first`. */
export const store = (first: readonly Collection<Entity>[] = []): Store => {
  const byName = new Map([...COLLECTIONS, ...first].map((one) => [one.name, one]));
  return createMemoryStore({ collections: [...byName.values()] });
};

/** A path of its own in the folder that the test works in. */
export const scratch = (name: string): string => join(mkdtempSync("call-"), name);

export const SYMBOL = "BTCUSDT";

/** A file of one candle. */
export const CSV = "timestamp,open,high,low,close,volume\n1704067200000,100,101,99,100,1\n";
