/**
 * Public functions refuse arguments and options of a wrong shape with their package's error, whatever a caller without
 * types gives. The functions and the types of their parameters are read from the sources.
 */
import { afterAll, expect, test } from "vitest";

import { GOOD_CALLS } from "./support/good-calls.ts";
import { openWorkspace } from "./support/public-functions.ts";
import { faultsOf } from "./support/wrong-arguments.ts";

/** Functions that create a part from options, by the folder of their package; `all` of a package's functions. */
const CALLED: Readonly<Record<string, readonly string[] | "all">> = {
  "packages/indicators": "all",
  "packages/kernel": [
    "consumeLimits",
    "createAuditTrail",
    "createEventRing",
    "createInProcessBus",
    "createLifecycle",
    "createManualClock",
    "createMemoryStore",
    "createOrderedIds",
    "createRateLimiter",
  ],
  "packages/credentials": [
    "createAccessTokens",
    "createFailureThrottle",
    "createPasswordHasher",
    "createSessions",
    "openSigningKeys",
  ],
  "packages/auth-core": ["createAuthCore"],
  "packages/curation-core": ["createCurationCore"],
  "packages/backtest-engine": ["applyGapPolicy", "checkCanonicalInterval", "createCandles"],
  "packages/trading-core": [
    "createAutoProvider",
    "createCcxtProvider",
    "createEventFeed",
    "createGuardedProvider",
    "createJobService",
    "createJobWorker",
    "createMemoryImports",
    "createMemoryProvider",
    "createOverlayProvider",
    "createSimulatedProvider",
    "namedInstruments",
  ],
  "packages/node-core": [
    "createChainHealth",
    "createEventBus",
    "createNode",
    "createTokenList",
    "createTransactionLane",
    "createTransfers",
  ],
  "packages/adapters/candles-cache": ["createCandleCache"],
  "packages/adapters/candles-csv": ["createCandleImports", "createCsvProvider"],
  "packages/adapters/exchange-binance": ["createBinancePerpetualProvider", "createBinanceProvider"],
  "packages/adapters/exchange-bybit": [
    "createBybitBroker",
    "createBybitPerpetualProvider",
    "createBybitProvider",
  ],
};

const workspace = openWorkspace();
afterAll(() => workspace.close());

test.each(Object.keys(CALLED))("%s: a wrong shape of any part is refused", async (folder) => {
  const names = CALLED[folder] ?? "all";
  const nameOf = (name: string): string => name.slice(name.indexOf(" ") + 1);
  const functions = (await workspace.functionsOf(folder)).filter(
    ({ name }) => names === "all" || names.includes(nameOf(name)),
  );
  if (names !== "all") {
    expect(functions.map(({ name }) => nameOf(name)).toSorted()).toEqual(names);
  }
  expect(functions.length).toBeGreaterThan(0);
  const faults: string[] = [];
  for (const one of functions) faults.push(...(await faultsOf(one, GOOD_CALLS)));
  expect(faults).toEqual([]);
});
