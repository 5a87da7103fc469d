/** Valid values of types that a function's parameters do not say enough about. */
import { mkdtempSync } from "node:fs";
import { join } from "node:path";

import { resolveExchangeOptions } from "../../packages/adapters/exchange-http/src/index.ts";
import { loadCcxt } from "../../packages/adapters/execution-ccxt/src/index.ts";
import { authCollections } from "../../packages/auth-core/src/index.ts";
import { curationCollections } from "../../packages/curation-core/src/index.ts";
import { rsi } from "../../packages/indicators/src/talib/index.ts";
import {
  createInProcessBus,
  createManualClock,
  createMemoryStore,
  MemoryBackend,
  systemIds,
  type Store,
} from "../../packages/kernel/src/index.ts";
import { createIdentity, nodeCollections } from "../../packages/node-core/src/index.ts";
import { plainDialect } from "../../packages/sockets/src/index.ts";
import { backtestCollections } from "../../packages/trading-core/src/index.ts";
import type { Calls } from "./wrong-arguments.ts";

const COLLECTIONS = [
  ...authCollections,
  ...curationCollections,
  ...backtestCollections,
  ...nodeCollections,
];

const column = (): Float64Array =>
  Float64Array.from({ length: 100 }, (_, at) => 100 + Math.sin(at) * 5);

const candles = (): object => ({
  length: 100,
  time: Float64Array.from({ length: 100 }, (_, at) => Date.UTC(2024, 0, 1) + at * 86_400_000),
  open: column(),
  high: column(),
  low: column(),
  close: column(),
  volume: column(),
});

const store = (): Store => {
  const byName = new Map(COLLECTIONS.map((one) => [one.name, one]));
  return createMemoryStore({ collections: [...byName.values()] });
};

/** A path of its own in the folder that the test works in. */
const scratch = (name: string): string => join(mkdtempSync("call-"), name);

export const GOOD_CALLS: Calls = {
  makers: {
    Float64Array: column,
    ".wavelet": () => "db2",
    ".indicator": () => rsi,
    ".calendar": () => "XNYS",
    ".timeZone": () => "Europe/Berlin",
    Candles: candles,
    Interval: () => "D",
    Store: store,
    Clock: () => createManualClock(),
    Bus: () => createInProcessBus({ clock: createManualClock() }),
    Ids: () => systemIds,
    Uint8Array: () => new Uint8Array(32).fill(1),
    StoreReader: store,
    StoreBackend: () => new MemoryBackend("memory", new Map(), { maxBytes: undefined }),
    EventSource: () => ({
      epoch: "epoch",
      newest: 0,
      last: () => [],
      since: () => [],
      subscribe: () => (): undefined => undefined,
    }),
    Dialect: () => plainDialect,
    "converse.carrier": () => ({
      search: "",
      protocols: [],
      send: (): undefined => undefined,
      close: (): undefined => undefined,
    }),
    "checkEmail.text": () => "ada@example.com",
    "checkPassword.password": () => "four unlikely words 93",
    "isPlayground.origin": () => "https://api-testnet.bybit.com",
    "createJsonClient.options": () =>
      resolveExchangeOptions("sample", {}, { origin: "http://127.0.0.1", requestsPerSecond: 5 }),
    "createCcxtBroker.options": async () => ({
      ccxt: await loadCcxt(),
      exchange: "binance",
      apiKey: "key",
      apiSecret: "secret",
    }),
    "checkStoreEngine.url": () => "memory:",
    "checkStoreExists.url": () => "memory:",
    "storeLocation.url": () => "memory:",
    "openStore.url": () => "memory:",
    "openStore.options": () => ({ collections: COLLECTIONS.slice(0, 1) }),
    "openLowdbStore.given": () => ({
      collections: COLLECTIONS.slice(0, 1),
      path: scratch("store.json"),
    }),
    "openSqliteStore.given": () => ({
      collections: COLLECTIONS.slice(0, 1),
      path: scratch("store.db"),
    }),
    NodeIdentity: () => createIdentity(),
    AbortSignal: () => new AbortController().signal,
    "withDeadline.options": () => ({ clock: createManualClock(), milliseconds: 5 }),
    "withDeadline.work": () => (): Promise<void> => Promise.resolve(),
    "busAddress.url": () => "nats://127.0.0.1:4222",
    "Decimal.parse.text": () => "1.5",
    "checkNumber.value": () => 5,
    "checkInteger.value": () => 5,
    "checkText.value": () => "text",
    "deleteFound.collection": () => COLLECTIONS[0],
    "everyDocument.collection": () => COLLECTIONS[0],
    "copyStore.from": () => createMemoryStore({ collections: [] }),
    "replaceFile.path": () => scratch("file"),
    "lockFile.path": () => scratch("lock"),
    "makeFolder.path": () => scratch("folder"),
  },
};
