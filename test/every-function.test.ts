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
import { faultsOf, methodsOf } from "./support/wrong-arguments.ts";

/** Folders of the packages whose functions are called. */
const CALLED: readonly string[] = [
  "packages/indicators",
  "packages/kernel",
  "packages/credentials",
  "packages/outbox",
  "packages/auth-core",
  "packages/curation-core",
  "packages/sockets",
  "packages/adapters/exchange-http",
  "packages/adapters/execution-ccxt",
  "packages/adapters/store",
  "packages/adapters/store-lowdb",
  "packages/adapters/store-sqlite",
  "packages/mock",
  "packages/adapters/peers-libp2p",
  "packages/backtest-engine",
  "packages/trading-core",
  "packages/contract",
  "packages/documents",
  "packages/http",
  "packages/node-core",
  "packages/handlers",
  "packages/adapters/bus-nats",
  "packages/adapters/candles-cache",
  "packages/adapters/candles-columnar",
  "packages/adapters/candles-csv",
  "packages/adapters/chain-anvil",
  "packages/adapters/store-postgres",
  "packages/adapters/exchange-binance",
  "packages/adapters/exchange-bybit",
  "packages/client",
  "packages/cli",
  "packages/conformance",
  "packages/mcp",
  "servers/auth",
  "servers/curation",
  "servers/backtest",
  "servers/node",
];

/**
 * Functions that are left out where a package stands there with all of its own, by the reason: full names, an entry
 * point whole, or `name()` for the methods of what a function returns.
 */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  "part of an engine of the store, which calls it with what the store has checked": [
    "@bourse/kernel ChangeFeed",
    "@bourse/kernel MemoryBackend",
    "@bourse/kernel RowCheck",
    "@bourse/kernel checkReadId",
    "@bourse/kernel checksumKeyOf",
    "@bourse/kernel collectionState",
    "@bourse/kernel createDocumentSums",
    "@bourse/kernel encodeId",
    "@bourse/kernel letterSelection",
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
    "@bourse/kernel exactObject",
    "@bourse/kernel objectOf",
    "@bourse/kernel optionsOf",
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
  "writes what a page shows, many times a frame, on figures of the page's own": [
    "@bourse/kernel/figures",
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
    "@bourse/kernel readBounded",
    "@bourse/kernel untilAborted",
    "@bourse/credentials/argon2",
  ],
  "part of a core, which calls it with its own options, store or drafts": [
    "@bourse/credentials auditRowsAbout",
    "@bourse/credentials createExportLimit",
    "@bourse/credentials createIdentityLinks",
    "@bourse/credentials createOpenIdSteps",
    "@bourse/credentials deleteOwnedBy",
    "@bourse/credentials findByEmailKey",
    "@bourse/credentials findIdentity",
    "@bourse/credentials identitiesOf",
    "@bourse/credentials identityView",
    "@bourse/credentials noteSignIn",
    "@bourse/credentials openOpenIdSignIns",
    "@bourse/credentials removeForeignIdentities",
    "@bourse/credentials openAccountMail",
    "@bourse/credentials openSecondFactors",
    "@bourse/credentials openAuditTrail",
    "@bourse/credentials openLogins",
    "@bourse/credentials ownedBy",
    "@bourse/outbox openWebhooks",
    "@bourse/outbox createOutbox().add",
    "@bourse/curation-core findIn",
    "@bourse/curation-core scoreOf",
    "@bourse/curation-core seedCuration",
    "@bourse/curation-core/admin-code-file renewAdminCodes",
    "@bourse/node-core createCompliance",
    "@bourse/node-core createInbox",
    "@bourse/node-core createShares",
    "@bourse/node-core openNodeWebhooks",
  ],
  "made and called by the engine or the service, bar by bar or task by task": [
    "@bourse/backtest-engine defineStrategy()",
    "@bourse/backtest-engine/checks createSpace()",
    "@bourse/backtest-engine/checks planAssessments()",
    "@bourse/backtest-engine/checks resolveOwnOptions()",
    "@bourse/backtest-engine/research createMemoryJournal()",
    "@bourse/backtest-engine/simulation TagNames()",
    "@bourse/backtest-engine/stepper StrategyDecider",
    "@bourse/backtest-engine/stepper StrategyDecider()",
    "@bourse/backtest-engine/stepper StrategyStepper",
    "@bourse/backtest-engine/stepper StrategyStepper()",
    "@bourse/backtest-engine/stepper checkTraderOrder",
    "@bourse/backtest-engine/stepper windowStart",
    "@bourse/backtest-engine/simulation ledgerOf()",
    "@bourse/backtest-engine/strategies IndicatorCache()",
    "@bourse/backtest-engine/threads backtestTasks()",
    "@bourse/backtest-engine defineTrader()",
    "@bourse/backtest-engine/threads createProcessPool()",
    "@bourse/backtest-engine/threads createThreadPool()",
    "@bourse/backtest-engine/threads createWorkerPool()",
    "@bourse/backtest-engine/browser createBacktestPool()",
    "@bourse/trading-core createDataSyncRunner()",
    "@bourse/trading-core createInlineExecutor()",
    "@bourse/trading-core createJobService()",
    "@bourse/trading-core createSignalRunner()",
    "@bourse/trading-core createSimulationRunners()",
    "@bourse/trading-core fencedStore()",
    "@bourse/trading-core/session SessionKernel",
    "@bourse/trading-core/session SessionKernel()",
    "@bourse/trading-core/execution createUnconfirmedOrders()",
    "@bourse/trading-core/risk createGuardedBroker()",
    "@bourse/trading-core/threads createPooledExecutor()",
    "@bourse/trading-core/threads openStrategiesFolder()",
    "@bourse/trading-core/threads openStrategyThreads()",
  ],
  "refuse an id that no session has": [
    "@bourse/trading-core createTradingSessions().get",
    "@bourse/trading-core createTradingSessions().pause",
    "@bourse/trading-core createTradingSessions().resume",
    "@bourse/trading-core createTradingSessions().flatten",
    "@bourse/trading-core createTradingSessions().stop",
    "@bourse/trading-core createTradingSessions().decisions",
    "@bourse/trading-core createTradingSessions().orders",
    "@bourse/trading-core createTradingSessions().fills",
    "@bourse/trading-core createTradingSessions().equity",
    "@bourse/trading-core createTradingSessions().drift",
  ],
  "take nothing that could have another shape": ["@bourse/trading-core/process openAlerts()"],
  "the checked service of another entry point": [
    "@bourse/trading-core/process openServiceProcess()",
  ],
  "made and called by a core, which checks what it is given": [
    "@bourse/credentials createAccessTokens()",
    "@bourse/credentials createAttemptLimit()",
    "@bourse/credentials createFailureThrottle()",
    "@bourse/credentials createPasswordHasher()",
    "@bourse/credentials createSessions()",
    "@bourse/credentials createTtlCache()",
    "@bourse/credentials/openid createOpenIdClient()",
    "@bourse/credentials openSigningKeys()",
    "@bourse/credentials/master-key-file createMasterKeySource()",
  ],
  "called by the outbox with its own entries": [
    "@bourse/outbox/mail createDevelopmentSender()",
    "@bourse/outbox/mail createSmtpSender()",
    "@bourse/outbox/webhooks createWebhookSender()",
    "@bourse/trading-core/process mailChannel()",
    "@bourse/trading-core/process telegramChannel()",
  ],
  "called by a server for every request, message and figure": [
    "@bourse/contract createRouteTable()",
    "@bourse/exchange-http createJsonClient()",
    "@bourse/http createAuthServerKeys()",
    "@bourse/http createMetrics()",
    "@bourse/http createWrongKeys()",
    "@bourse/http meterStore()",
    "@bourse/http openMetrics()",
    "@bourse/http watchMail()",
    "@bourse/sockets converse()",
    "@bourse/sockets createChangingFeed()",
    "@bourse/sockets createFanOut()",
  ],
  "of a library: a logger of pino, an interceptor of msw, fetch with its own errors": [
    "@bourse/http createLogger()",
    "@bourse/mock/network mockNetwork()",
    "@bourse/mock/auth createAuthMock().fetch",
    "@bourse/mock/backtest createBacktestMock().fetch",
    "@bourse/mock/curation createCurationMock().fetch",
    "@bourse/mock/node createNodeMock().fetch",
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
    "@bourse/trading-core/execution checkedBroker",
    "@bourse/trading-core/market-data checkedProvider",
    "@bourse/exchange-http mapAttempt",
    "@bourse/exchange-http pageFunding",
    "@bourse/exchange-http resolveExchangeOptions",
    "@bourse/exchange-http/sockets createSocketStream",
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
  "runs on every order, on limits that are resolved and orders that are checked": [
    "@bourse/trading-core/risk checkProtection",
    "@bourse/trading-core/risk checkRisk",
    "@bourse/trading-core/risk isReducing",
  ],
  "runs on every request, on what a server has read or bound": [
    "@bourse/http clientAddress",
    "@bourse/contract compileFailure",
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
  "runs in web pages, whose size has a bound": ["@bourse/contract queryText"],
  "answers whatever it is given, with advice or with a fault of an answer": [
    "@bourse/contract/client adviceOf",
    "@bourse/client/auth/validation authAnswers",
    "@bourse/client/backtest/validation backtestAnswers",
    "@bourse/client/curation/validation curationAnswers",
    "@bourse/client/node/validation nodeDashboardAnswers",
    "@bourse/client/node/validation nodeExternalAnswers",
    "@bourse/client/node/validation nodeInternalAnswers",
  ],
  "runs until its process ends": ["@bourse/http runServer", "@bourse/http runServerProgram"],
  "opens a server, whose configuration test/server-configurations.test.ts gives in wrong shapes": [
    "@bourse/server-auth startAuthServer",
    "@bourse/server-backtest startBacktestServer",
    "@bourse/server-curation startCurationServer",
    "@bourse/server-node startNodeServer",
  ],
  "part of a server that its commands open, with the configuration that they have read": [
    "@bourse/server-auth/parts",
    "@bourse/server-backtest/market-data",
    "@bourse/server-backtest/parts",
    "@bourse/server-curation/parts",
    "@bourse/server-node/parts",
  ],
  "needs a server that runs": ["@bourse/store openWriterElection"],
  "constructor that is private": ["@bourse/kernel Decimal"],
  "conflicts by any version that no document has": ["@bourse/kernel createStore().replace"],
  "waits until a test moves the clock": ["@bourse/kernel createManualClock().sleep"],
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

/** Packages the methods of whose objects are not called here, each with the reason. */
const METHODS_APART: Readonly<Record<string, string>> = {
  "packages/client": "operations, which the misuse tables of the client call with wrong shapes",
  "packages/handlers": "handlers, which a bound API calls with the input that it has checked",
  "packages/node-core": "parts of a node, which checks the calls of all of them before they run",
  ...Object.fromEntries(
    [
      "bus-nats",
      "candles-cache",
      "candles-columnar",
      "candles-csv",
      "chain-anvil",
      "exchange-binance",
      "exchange-bybit",
      "exchange-http",
      "peers-libp2p",
      "store-postgres",
    ].map((name) => [
      `packages/adapters/${name}`,
      "need what is at the other end; the checks of providers and brokers are trading-core's",
    ]),
  ),
};

test.each(CALLED)("%s: a wrong shape of any part is refused", async (folder) => {
  const leftOut = new Set([...Object.values(LEFT_OUT).flat(), ...APART]);
  const all = await functionsOf(folder);
  expect(all.length).toBeGreaterThan(0);
  const functions = all.filter(({ name }) => !leftOut.has(name) && !leftOut.has(entryOf(name)));
  const faults: string[] = [];
  for (const one of functions) {
    faults.push(...(await faultsOf(one, GOOD_CALLS)));
    if (folder in METHODS_APART || leftOut.has(`${one.name}()`)) continue;
    for (const method of await methodsOf(one, GOOD_CALLS)) {
      if (leftOut.has(method.name)) continue;
      faults.push(...(await faultsOf(method, GOOD_CALLS)));
    }
  }
  expect(faults).toEqual([]);
});

test("every function that is left out, or called with given arguments, is one of a package", async () => {
  const known = new Set<string>();
  for (const folder of CALLED) {
    for (const { name, methods } of await functionsOf(folder)) {
      known.add(name).add(entryOf(name)).add(`${name}()`);
      if (folder in METHODS_APART) continue;
      for (const method of methods()) known.add(`${name}().${method.name}`);
    }
  }
  const named = [...Object.values(LEFT_OUT).flat(), ...APART, ...Object.keys(GOOD_CALLS.calls)];
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

test("every published package of functions has a row in the table", () => {
  const folders = packages().map(({ folder }) => folder);
  const published = folders.filter((folder) => /^(?:packages|servers)\//.test(folder));
  expect(CALLED.toSorted()).toEqual(published.toSorted());
});
