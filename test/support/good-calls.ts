import { resolveExchangeOptions } from "../../packages/adapters/exchange-http/src/index.ts";
import { loadCcxt } from "../../packages/adapters/execution-ccxt/src/index.ts";
import { createSpace } from "../../packages/backtest-engine/src/checks/index.ts";
import type { CandleTable } from "../../packages/backtest-engine/src/data/index.ts";
import { backtest } from "../../packages/backtest-engine/src/index.ts";
import {
  createStrategyRegistry,
  maCrossover,
  resolveParameters,
} from "../../packages/backtest-engine/src/strategies/index.ts";
import { createShare } from "../../packages/backtest-engine/src/threads/index.ts";
/** Valid values of types that a function's parameters do not say enough about. */
import { portVariable } from "../../packages/http/src/index.ts";
import { rsi } from "../../packages/indicators/src/talib/index.ts";
import {
  collectionState,
  createClosingStack,
  createInProcessBus,
  createManualClock,
  createMemoryStore,
  Decimal,
  MemoryBackend,
  systemIds,
  type MemoryState,
} from "../../packages/kernel/src/index.ts";
import { createIdentity } from "../../packages/node-core/src/index.ts";
import { plainDialect } from "../../packages/sockets/src/index.ts";
import { packRun } from "../../packages/trading-core/src/results/run-trace.ts";
import { ADAPTER_CALLS, ADAPTER_ENDS } from "./adapter-calls.ts";
import { candles, COLLECTIONS, column, CSV, scratch, store, SYMBOL } from "./call-samples.ts";
import { CLIENT_CALLS } from "./client-calls.ts";
import { METHOD_CALLS, METHOD_ENDS } from "./method-calls.ts";
import { NODE_CALLS, NODE_ENDS } from "./node-calls.ts";
import { SERVICE_CALLS } from "./service-calls.ts";
import { SUITE_CALLS, SUITE_ENDS } from "./suite-calls.ts";
import type { Calls } from "./wrong-arguments.ts";

const engine = "@bourse/backtest-engine";

/** Functions that work in a process or thread of their own only, and the one that opens any text as a file. */
export const APART: ReadonlySet<string> = new Set([
  `${engine}/studies openStudyFile`,
  `${engine}/threads confineProcess`,
  `${engine}/threads loadStrategy`,
  `${engine}/threads openProcessPort`,
  `${engine}/threads serveBacktests`,
  `${engine}/threads serveTasks`,
  `${engine}/browser/worker serveBacktests`,
  "@bourse/trading-core/threads serveJobs",
]);

/** Two columns of returns. */
const returns = (): object[] => [column(), column()];

/** Sources of candles in milliseconds, prices around 100. */
const rows = (): object[] =>
  Array.from({ length: 3 }, (_, at) => ({
    timestamp: Date.UTC(2024, 0, 1 + at),
    open: 100,
    high: 101,
    low: 99,
    close: 100,
    volume: 1,
  }));

const table = (): CandleTable => ({
  dialect: "parquet",
  names: ["timestamp", "open", "high", "low", "close"],
  length: 100,
  read: async () => {
    const { time, open, high, low, close } = candles();
    const columns = { timestamp: time, open, high, low, close };
    return new Map(Object.entries(columns).map(([name, values]) => [name, { values }]));
  },
});

const trading = "@bourse/trading-core";
const INSTRUMENT = {
  symbol: SYMBOL,
  base: "BTC",
  quote: "USDT",
  tick: "0.01",
  lot: "0.001",
  minNotional: "1",
};

const provider = (): object => ({
  exchange: "memory",
  candles: async () => ({ candles: candles(), exchange: "memory", source: "live", warnings: [] }),
  symbols: async () => ({ symbols: [SYMBOL], exchange: "memory", source: "live", warnings: [] }),
  fundingRates: async () => [],
});

const ccxtSource = (): object => ({
  id: "sample",
  fetchOHLCV: async () => [[Date.UTC(2024, 0, 1), 100, 101, 99, 100, 1]],
  loadMarkets: async () => ({ "BTC/USDT": { symbol: "BTC/USDT", id: SYMBOL, spot: true } }),
});

const read = (): object => ({ symbol: SYMBOL, candles: candles(), source: "live" });

const TRADING_CALLS: Calls["calls"] = {
  [`${trading} alignBenchmark`]: () => [read(), { times: candles().time, source: "live" }],
  [`${trading} createTradingSessions`]: () => [
    { store: store(), streams: { memory: { follow: () => [] } }, defaultExchange: "memory" },
  ],
  [`${trading} checkDetailInterval`]: () => ["D", "60"],
  [`${trading} checkFundingSource`]: () => [exchanges(), undefined],
  [`${trading} jobConfiguration`]: () => [
    { settings: {}, engineVersion: "1", strategyVersion: "1", daysPerYearFrom: "given" },
    { symbol: SYMBOL, interval: "D" },
    { exchange: "memory", source: "live", candles: candles() },
    exchanges(),
  ],
  [`${trading} readDetail`]: () => [
    exchanges(),
    undefined,
    { symbol: SYMBOL, interval: "D", candles: candles(), source: "live", detailInterval: "60" },
  ],
  [`${trading} readFunding`]: () => [
    exchanges(),
    undefined,
    { symbol: SYMBOL, interval: "D", candles: candles(), source: "live" },
  ],
  [`${trading} remoteBroker`]: () => [createInProcessBus(), "paper"],
  [`${trading} runPortfolio`]: () => [
    { [SYMBOL]: candles() },
    { strategy: "ma_crossover", interval: "D", initialCapital: 10_000, fee: 0.001 },
    createStrategyRegistry(),
    createManualClock(),
  ],
  [`${trading} startJobSchedule`]: () => [
    {
      jobs: [{ name: "one", everyMilliseconds: 60_000, submit: async () => undefined }],
      clock: createManualClock(),
      onError: () => undefined,
    },
  ],
  [`${trading} startLiveSchedule`]: () => [
    {
      service: {
        submitDataSync: async () => undefined,
        submitSignals: async () => undefined,
        clock: createManualClock(),
      },
      dataSync: [{ symbol: SYMBOL, interval: "D" }],
      dataSyncMinutes: 60,
      signals: [{ strategy: "ma_crossover", symbols: [SYMBOL] }],
      signalsMinutes: 60,
      onError: () => undefined,
    },
  ],
  [`${trading} createBacktestService`]: () => [
    { store: store(), bus: createInProcessBus(), exchanges: exchanges() },
  ],
  [`${trading}/market-data createCcxtProvider`]: () => [{ exchange: ccxtSource() }],
  [`${trading}/market-data createOverlayProvider`]: () => [
    { overlay: provider(), base: provider() },
  ],
  [`${trading}/execution createPaperBroker`]: () => [
    { store: store(), bus: createInProcessBus(), candles: provider() },
  ],
  [`${trading} tracedEquity`]: () => [packRun([], column(), candles().time, 100)],
  [`${trading} tracedTrades`]: () => [{ trades: [], equity: new Uint8Array() }],
  [`${trading}/market-data checkImportQuotas`]: () => [
    { series: 0, bytes: 0, added: 5 },
    { maxSeries: 5, maxBytes: 10 },
  ],
  [`${trading}/market-data checkSymbol`]: () => [SYMBOL],
  [`${trading}/market-data createExchangeDirectory`]: () => [{ memory: provider() }, "memory"],
  [`${trading}/market-data createSourceDirectory`]: () => [
    {
      choice: "csv",
      exchanges: { memory: provider() },
      csv: provider(),
      simulated: provider(),
      isProduction: false,
    },
  ],
  [`${trading}/streams createLinkedCandleStream`]: () => [
    { exchange: "memory", history: () => provider() },
  ],
  [`${trading}/streams createStreamDirectory`]: () => [{ exchanges: exchanges() }],
  [`${trading}/streams createPolledCandleStream`]: () => [{ provider: provider() }],
  [`${trading}/market-data resolveCandleRange`]: () => [
    { symbol: SYMBOL, interval: "D", limit: 5 },
    Date.UTC(2024, 5),
  ],
  [`${trading}/market-data selectCandles`]: () => [
    candles(),
    { symbol: SYMBOL, interval: "D", limit: 5 },
    Date.UTC(2024, 5),
  ],
  [`${trading}/process openAlerts`]: () => [
    {
      store: store(),
      key: new Uint8Array(32),
      channels: [{ name: "mail", maxLength: 4000, send: async () => ({ status: "sent" }) }],
    },
  ],
  [`${trading}/process sendTestAlert`]: () => [
    {
      channels: [{ name: "mail", maxLength: 4000, send: async () => ({ status: "sent" }) }],
    },
  ],
  [`${trading}/process parseAlertTexts`]: () => [{ "session.halted": "{strategy}: {reason}" }],
  [`${trading}/process parseQuietHours`]: () => ["22:00-07:00 Europe/Berlin"],
  [`${trading}/process telegramChannel`]: () => [
    { token: `123456:${"a".repeat(35)}`, chat: "-100123" },
  ],
  [`${trading}/process openServiceProcess`]: () => [
    {
      store: store(),
      bus: createInProcessBus(),
      parts: { api: false, worker: false, data: false, execution: false, isShared: false },
      openMarketData: () => undefined,
      sources: { names: ["memory"], fundingNames: [], defaultName: "memory" },
      openExecution: () => ({ options: {}, close: async () => undefined }),
      executionName: "paper",
      strategies: {},
      workers: 1,
      keepFinishedDays: 0,
      logger: { debug() {}, info() {}, warn() {}, error() {} },
    },
    createClosingStack(),
  ],
  [`${trading}/execution checkNotional`]: () => [
    Decimal.parse("1"),
    Decimal.parse("2"),
    INSTRUMENT,
  ],
  [`${trading}/execution checkOrder`]: () => [
    { symbol: SYMBOL, side: "buy", quantity: "1" },
    INSTRUMENT,
  ],
};

const exchanges = (): object => ({
  names: ["memory"],
  defaultName: "memory",
  find: () => provider(),
});

/** State of a store of one collection, the one that calls are tried on. */
const state = (): MemoryState =>
  new Map(COLLECTIONS.slice(0, 1).map((one) => [one.name, collectionState(one, [])]));

const TRADE = {
  symbol: SYMBOL,
  side: "long",
  quantity: 1,
  entryTime: 0,
  entryPrice: 100,
  exitTime: 1,
  exitPrice: 101,
  pnl: 1,
  return: 0.01,
  fees: 0,
  exitReason: "signal",
};

const WINDOW = {
  trainFrom: 0,
  trainTo: 2,
  testFrom: 2,
  testTo: 3,
  trainFromTime: 0,
  testFromTime: 2,
  testToTime: 3,
  inSample: null,
  outOfSample: null,
};

const ENGINE_CALLS: Calls["calls"] = {
  [`${engine}/tables writeSymbolsCsv`]: () => [{ trades: [TRADE] }],
  [`${engine}/tables writeTradesCsv`]: () => [[TRADE]],
  [`${engine}/tables writeWindowsCsv`]: () => [{ windows: [WINDOW] }],
  [`${engine} candlesFromKlines`]: () => [rows().map((row) => Object.values(row))],
  [`${engine} candlesFromRows`]: () => [rows()],
  [`${engine} latestSignal`]: () => [maCrossover, {}, candles()],
  [`${engine} parseCandlesCsv`]: () => [CSV],
  [`${engine}/data parseActionsCsv`]: () => ["time,dividends\n2024-01-02,0.5\n"],
  [`${engine}/data parseRollsCsv`]: () => ["date\n2026-03-16\n"],
  [`${engine}/data parseFundingCsv`]: () => ["time,rate\n2024-01-02T00:00:00Z,0.0001\n"],
  [`${engine} readCandlesCsv`]: () => [new Blob([CSV]).stream()],
  [`${engine}/checks combine`]: () => [createSpace(maCrossover, { parameters: {} }), undefined, 10],
  [`${engine}/checks checkFundingRates`]: () => [[{ time: 0, rate: 0.0001 }], []],
  [`${engine}/checks createSpace`]: () => [maCrossover, { parameters: {} }],
  [`${engine}/checks windowsOf`]: () => [100, { trainCandles: 10, testCandles: 5 }],
  [`${engine}/data StreamingResampler`]: () => ["W", { interval: "D" }],
  [`${engine}/data align`]: () => [column(), { knownAt: candles().time }, candles()],
  [`${engine}/data candlesFromTable`]: () => [table()],
  [`${engine}/data checkInterval`]: () => [candles(), "D"],
  [`${engine}/data normaliseInterval`]: () => ["1h"],
  [`${engine}/data resample`]: () => [candles(), "W"],
  [`${engine}/metrics peaksAt`]: () => [Uint32Array.of(1, 2), column(), 100],
  [`${engine}/report report`]: () => [backtest(candles())],
  [`${engine}/research auditLookAhead`]: () => [maCrossover, {}, candles()],
  [`${engine}/research auditTraderLookAhead`]: () => [
    () => ({ onCandle: () => undefined }),
    { market: candles() },
  ],
  [`${engine}/research crossValidate`]: () => [returns()],
  [`${engine}/research purgedSplits`]: () => [100],
  [`${engine}/research overfittingProbability`]: () => [returns()],
  [`${engine}/simulation simulate`]: () => [candles(), { signals: new Uint8Array(100), warmUp: 0 }],
  [`${engine}/strategies createStrategyRegistry`]: () => [[maCrossover]],
  [`${engine}/strategies decisionsFromTargets`]: () => [new Int8Array(100)],
  [`${engine}/stepper lookBackOf`]: () => [maCrossover, {}],
  [`${engine}/strategies runStrategy`]: () => [
    maCrossover,
    resolveParameters(maCrossover),
    candles(),
  ],
  [`${engine}/threads createProcessPool`]: () => [{ module: new URL(import.meta.url) }],
  [`${engine}/threads createThreadPool`]: () => [{ module: new URL(import.meta.url) }],
  [`${engine}/threads createWorkerPool`]: () => [{ module: new URL(import.meta.url) }],
  [`${engine}/threads runCombinations`]: () => [
    { candles: candles(), combinations: [{}], options: {}, share: createShare(1, 1) },
  ],
  [`${engine}/threads runWindow`]: () => [
    { candles: candles(), from: 50, options: { strategy: "ma_crossover" } },
    undefined,
  ],
};

const OIDC_PROVIDERS = JSON.stringify([
  { name: "google", issuer: "https://accounts.google.com", clientId: "id", clientSecret: "secret" },
]);

/** A transaction that finds nothing and takes everything. */
const auditTransaction = (): object => ({
  get: async () => undefined,
  insert: async () => undefined,
  replace: async () => undefined,
  delete: async () => true,
});

export const GOOD_CALLS: Calls = {
  makers: {
    Float64Array: column,
    "readOpenIdProviders.text": () => OIDC_PROVIDERS,
    OpenIdSettings: () => ({
      providers: OIDC_PROVIDERS,
      publicUrl: "https://a.example",
      apiPath: "/api/v1",
    }),
    ".wavelet": () => "db2",
    ".indicator": () => rsi,
    ZodType: () => portVariable(80),
    ".calendar": () => "XNYS",
    ".timeZone": () => "Europe/Berlin",
    Candles: candles,
    ".strategy": () => maCrossover,
    StrategyDescription: () => maCrossover,
    Interval: () => "D",
    Store: store,
    "createDwtPlan().approximate.signal": () => new Float64Array(5),
    "createDwtPlan().approximate.approximation": () => new Float64Array(4),
    "createDwtPlan().detail.detail": () => new Float64Array(4),
    "createAuditTrail().appendIn.tx": auditTransaction,
    "checkedAuditTrail().appendIn.tx": auditTransaction,
    ".facts": () => ({ action: "tried", actor: "system" }),
    ".bits": () => 128,
    "createEventRing().record.make": () => () => ({ sequence: 1, type: "tick" }),
    "createEventRing().tell.make": () => () => ({ sequence: 1, type: "tick" }),
    "createManualClock().sleep.milliseconds": () => 0,
    Decimal: () => Decimal.parse("2"),
    Collection: () => COLLECTIONS[0],
    RoundingMode: () => "floor",
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
      fetch: () => Promise.reject(new TypeError("nothing is there")),
      paceMilliseconds: 1,
      attempts: 1,
    }),
    "checkStoreEngine.url": () => "memory:",
    "checkStoreExists.url": () => "memory:",
    "storeLocation.url": () => "memory:",
    "storeWatermark.url": () => "memory:",
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
    "requirePermission.permission": () => "read",
    "requirePermission.identity": () => ({ permissions: ["read"] }),
    "requirePermission.permissions": () => ({ permits: () => true }),
    "withDeadline.options": () => ({ clock: createManualClock(), milliseconds: 5 }),
    "withDeadline.work": () => (): Promise<void> => Promise.resolve(),
    "busAddress.url": () => "nats://127.0.0.1:4222",
    "splitLogin.url": () => "https://rpc.example/",
    "createEthCall.url": () => "https://rpc.example/",
    "createEnsNames.url": () => "https://rpc.example/",
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
  calls: {
    "@bourse/kernel createStore": () => [
      new MemoryBackend("memory", state()),
      { collections: COLLECTIONS.slice(0, 1) },
    ],
    ...ENGINE_CALLS,
    ...TRADING_CALLS,
    ...ADAPTER_CALLS,
    ...METHOD_CALLS,
    ...NODE_CALLS,
    ...SERVICE_CALLS,
    ...CLIENT_CALLS,
    ...SUITE_CALLS,
  },
  ends: {
    "@bourse/kernel createInProcessBus().request": "BUS_NO_RESPONDER",
    ...ADAPTER_ENDS,
    ...METHOD_ENDS,
    ...NODE_ENDS,
    ...SUITE_ENDS,
  },
};
