/**
 * Public functions refuse arguments and options of a wrong shape with their package's error, whatever a caller without
 * types gives. The functions and the types of their parameters are read from the sources.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { APART, GOOD_CALLS } from "./support/good-calls.ts";
import { openWorkspace, type PublicFunction } from "./support/public-functions.ts";
import { packages } from "./support/workspace.ts";
import { faultsOf } from "./support/wrong-arguments.ts";

/** Functions that create a part from options, by the folder of their package; `all` of a package's functions. */
const CALLED: Readonly<Record<string, readonly string[] | "all">> = {
  "packages/indicators": "all",
  "packages/kernel": "all",
  "packages/credentials": "all",
  "packages/outbox": "all",
  "packages/auth-core": "all",
  "packages/curation-core": "all",
  "packages/sockets": "all",
  "packages/adapters/exchange-http": "all",
  "packages/adapters/execution-ccxt": "all",
  "packages/adapters/store": "all",
  "packages/adapters/store-lowdb": "all",
  "packages/adapters/store-sqlite": "all",
  "packages/mock": "all",
  "packages/adapters/peers-libp2p": "all",
  "packages/backtest-engine": "all",
  "packages/trading-core": "all",
  "packages/contract": "all",
  "packages/documents": "all",
  "packages/http": "all",
  "packages/node-core": "all",
  "packages/handlers": "all",
  "packages/adapters/bus-nats": "all",
  "packages/adapters/candles-cache": "all",
  "packages/adapters/candles-columnar": "all",
  "packages/adapters/candles-csv": "all",
  "packages/adapters/chain-anvil": "all",
  "packages/adapters/store-postgres": "all",
  "packages/adapters/exchange-binance": "all",
  "packages/adapters/exchange-bybit": "all",
};

/**
 * Functions that are left out where a package stands there with all of its own, by the reason: full names, or an entry
 * point whole.
 */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  "part of an engine of the store, which calls it with what the store has checked": [
    "@bourse/kernel MemoryBackend",
    "@bourse/kernel RowCheck",
    "@bourse/kernel checkReadId",
    "@bourse/kernel checksumKeyOf",
    "@bourse/kernel collectionState",
    "@bourse/kernel createDocumentSums",
    "@bourse/kernel encodeId",
    "@bourse/kernel keyAt",
    "@bourse/kernel keyBlob",
    "@bourse/kernel keyOfBlob",
    "@bourse/kernel knownCollection",
    "@bourse/kernel pageOf",
    "@bourse/kernel planFind",
    "@bourse/kernel planRange",
    "@bourse/kernel readCursor",
    "@bourse/kernel runWatched",
    "@bourse/kernel separateIdleTimers",
    "@bourse/kernel storeFault",
    "@bourse/kernel storedDocument",
    "@bourse/kernel writeCursor",
    "@bourse/kernel writeRefusal",
  ],
  "check, or rule of one, whose bounds and names are written where it is used": [
    "@bourse/kernel absentOr",
    "@bourse/kernel refuseArgument",
    "@bourse/kernel shapedOption",
    "@bourse/kernel anyBigint",
    "@bourse/kernel anyFunction",
    "@bourse/kernel anyJson",
    "@bourse/kernel anyMap",
    "@bourse/kernel anyNumber",
    "@bourse/kernel anySignal",
    "@bourse/kernel anyText",
    "@bourse/kernel booleanOption",
    "@bourse/kernel checkArguments",
    "@bourse/kernel checkInteger",
    "@bourse/kernel checkJson",
    "@bourse/kernel checkNumber",
    "@bourse/kernel checkText",
    "@bourse/kernel checkedCalls",
    "@bourse/kernel choiceOption",
    "@bourse/kernel finiteNumber",
    "@bourse/kernel frozenJson",
    "@bourse/kernel functionOption",
    "@bourse/kernel integerOption",
    "@bourse/kernel isFreeText",
    "@bourse/kernel isLine",
    "@bourse/kernel listOf",
    "@bourse/kernel nullOr",
    "@bourse/kernel numberOption",
    "@bourse/kernel objectOf",
    "@bourse/kernel optional",
    "@bourse/kernel portOption",
    "@bourse/kernel readable",
    "@bourse/kernel recordOf",
    "@bourse/kernel resolveOptions",
    "@bourse/kernel textOption",
    "@bourse/kernel trueOrFalse",
    "@bourse/kernel wholeNumber",
    "@bourse/credentials checkQuota",
    "@bourse/credentials loginOptionRules",
  ],
  "runs too often for a check, or before anything is imported, on values of the packages' own": [
    "@bourse/kernel/node-version",
    "@bourse/kernel/platform",
    "@bourse/kernel canonicalJson",
    "@bourse/kernel didYouMean",
    "@bourse/kernel keepAliveUntil",
    "@bourse/kernel nearestName",
    "@bourse/kernel nearestSpelling",
    "@bourse/kernel pauseInBackground",
    "@bourse/kernel untilAborted",
    "@bourse/credentials/argon2",
  ],
  "part of a core, which calls it with its own options, store or drafts": [
    "@bourse/credentials findByEmailKey",
    "@bourse/credentials openAccountMail",
    "@bourse/credentials openAuditTrail",
    "@bourse/credentials openLogins",
    "@bourse/outbox openWebhooks",
    "@bourse/curation-core findIn",
    "@bourse/curation-core scoreOf",
    "@bourse/curation-core seedCuration",
    "@bourse/curation-core/admin-code-file renewAdminCodes",
    "@bourse/node-core createCompliance",
    "@bourse/node-core createInbox",
    "@bourse/node-core createShares",
  ],
  "part of the server of a node, which calls it with its folder, or with the node that it has opened":
    ["@bourse/node-core/files", "@bourse/node-core/writer"],
  "part of the server of an API, which calls it on every request, handshake and event, or with what it has bound":
    [
      "@bourse/handlers/auth authAccess",
      "@bourse/handlers/backtest backtestAccess",
      "@bourse/handlers/backtest backtestSocketRules",
      "@bourse/handlers/backtest checkBacktestListener",
      "@bourse/handlers/backtest checkEvent",
      "@bourse/handlers/backtest eventListeners",
      "@bourse/handlers/backtest eventsOfJob",
      "@bourse/handlers/backtest isTradeOrSignal",
      "@bourse/handlers/backtest jobListeners",
      "@bourse/handlers/backtest seesTrades",
      "@bourse/handlers/backtest wireEvent",
      "@bourse/handlers/curation curationAccess",
      "@bourse/handlers/node conflateNodeEvents",
      "@bourse/handlers/node createListenerCheck",
      "@bourse/handlers/node createSessions",
      "@bourse/handlers/node dashboardListeners",
      "@bourse/handlers/node gateStandby",
      "@bourse/handlers/node nodeAccess",
      "@bourse/handlers/node wireEvent",
      "@bourse/handlers/node withDashboardEntry",
    ],
  "spells on the wire what the engine has checked or made, or the reverse": [
    "@bourse/handlers/backtest libraryConstraint",
    "@bourse/handlers/backtest libraryOption",
    "@bourse/handlers/backtest libraryValue",
    "@bourse/handlers/backtest wireBacktestResult",
    "@bourse/handlers/backtest wireConfiguration",
    "@bourse/handlers/backtest wireEngineOptions",
    "@bourse/handlers/backtest wireOptionSet",
    "@bourse/handlers/backtest wireSweepRequest",
    "@bourse/handlers/backtest wireTrade",
    "@bourse/handlers/backtest wireWalkForwardResult",
  ],
  "part of an engine of peers, which calls it with resolved options and the frames that it has read":
    ["@bourse/node-core/transport"],
  "part of an adapter or a mock, which calls it with what it has resolved": [
    "@bourse/exchange-http mapAttempt",
    "@bourse/exchange-http pageFunding",
    "@bourse/exchange-http resolveExchangeOptions",
    "@bourse/mock mockApi",
  ],
  "part of a route table, which is checked when it is bound or documented": [
    "@bourse/contract callsOf",
    "@bourse/contract defineApi",
    "@bourse/contract detailErrors",
    "@bourse/contract envelopeErrors",
    "@bourse/contract errorFormatErrors",
    "@bourse/contract eventStream",
    "@bourse/contract jsonOr",
    "@bourse/contract media",
    "@bourse/contract mediaTypeOf",
    "@bourse/contract plainDetailErrors",
    "@bourse/contract route",
    "@bourse/contract zodOf",
    "@bourse/contract/node nodeEventMessage",
    "@bourse/contract/node withAnyKeyCase",
  ],
  "runs on every request, on what a server has read or bound": [
    "@bourse/http clientAddress",
    "@bourse/contract isWellEncoded",
    "@bourse/contract issuesOf",
    "@bourse/contract pageReply",
    "@bourse/contract paramsOf",
    "@bourse/contract parseJsonBytes",
    "@bourse/contract parseJsonText",
    "@bourse/contract parseSearch",
    "@bourse/contract problemReply",
    "@bourse/contract reply",
    "@bourse/contract runOnRequest",
    "@bourse/contract toResponse",
    "@bourse/contract/backtest timeOf",
  ],
  "runs in web pages, whose size has a bound": [
    "@bourse/contract queryText",
    "@bourse/contract/client adviceOf",
  ],
  "runs until its process ends": ["@bourse/http runServer", "@bourse/http runServerProgram"],
  "needs a server that runs": ["@bourse/store openWriterElection"],
  "constructor that is private": ["@bourse/kernel Decimal"],
};

/** Packages without a row in the table, by the reason. */
const WITHOUT_A_ROW: Readonly<Record<string, readonly string[]>> = {
  "called with wrong shapes by its own tests": ["packages/client"],
  "not called yet": ["packages/cli"],
  "declares tests, and has no other effect": ["packages/conformance"],
};

const workspace = openWorkspace();
const home = process.cwd();
const folder = mkdtempSync(join(tmpdir(), "bourse-calls-"));
// A wrong path is one of this folder.
process.chdir(folder);
afterAll(() => {
  process.chdir(home);
  rmSync(folder, { recursive: true, force: true });
  workspace.close();
});

/** Functions of a package; read once, as the reader leaves out what it has read of another. */
const read = new Map<string, Promise<readonly PublicFunction[]>>();

function functionsOf(folder: string): Promise<readonly PublicFunction[]> {
  const functions = read.get(folder) ?? workspace.functionsOf(folder);
  read.set(folder, functions);
  return functions;
}

/** Entry point of a function's name. */
const entryOf = (name: string): string => name.slice(0, name.indexOf(" "));

test.each(Object.keys(CALLED))("%s: a wrong shape of any part is refused", async (folder) => {
  const names = CALLED[folder] ?? "all";
  const nameOf = (name: string): string => name.slice(name.indexOf(" ") + 1);
  const isLeftOut = (name: string): boolean =>
    APART.has(name) ||
    Object.values(LEFT_OUT)
      .flat()
      .some((one) => one === name || one === entryOf(name));
  const functions = (await functionsOf(folder)).filter(({ name }) =>
    names === "all" ? !isLeftOut(name) : names.includes(nameOf(name)),
  );
  if (names !== "all") {
    expect(functions.map(({ name }) => nameOf(name)).toSorted()).toEqual(names);
  }
  expect(functions.length).toBeGreaterThan(0);
  const faults: string[] = [];
  for (const one of functions) faults.push(...(await faultsOf(one, GOOD_CALLS)));
  expect(faults).toEqual([]);
});

test("every function that is left out, or called with given arguments, is one of a package", async () => {
  const known = new Set<string>();
  for (const folder of Object.keys(CALLED)) {
    for (const { name } of await functionsOf(folder)) known.add(name).add(entryOf(name));
  }
  const named = [...Object.values(LEFT_OUT).flat(), ...APART, ...Object.keys(GOOD_CALLS.calls)];
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

test("every published package of functions has a row in the table, or a reason to have none", () => {
  const named = [...Object.keys(CALLED), ...Object.values(WITHOUT_A_ROW).flat()];
  const folders = packages().map(({ folder }) => folder);
  const published = folders.filter((folder) => folder.startsWith("packages/"));
  expect(named.toSorted()).toEqual(published.toSorted());
});
