/** Valid calls of the suites and of the command line. */
import { createMemoryStore } from "../../packages/kernel/src/index.ts";
import type { Calls } from "./wrong-arguments.ts";

const suites = "@bourse/conformance";

const nothing = (): undefined => undefined;
const service = (): object => ({ test: nothing, target: nothing });
const engine = (): object => ({ test: nothing, open: nothing });
const target = (): object => ({
  baseUrl: "http://127.0.0.1:1",
  fetch: async () => new Response("{}", { headers: { "content-type": "application/json" } }),
});
const document = (): object => ({
  paths: { "/ping": { get: { operationId: "ping", responses: { 200: {} } } } },
});

/** Valid calls of the suites and of the command line. */
export const SUITE_CALLS: Calls["calls"] = {
  "@bourse/cli runBourse": () => [
    ["--version"],
    { variables: {}, stdout: nothing, stderr: nothing },
  ],
  [`${suites}/auth authConformance`]: () => [service()],
  [`${suites}/backtest backtestConformance`]: () => [service()],
  [`${suites}/curation curationConformance`]: () => [service()],
  [`${suites}/node nodeConformance`]: () => [service()],
  [`${suites}/store storeConformance`]: () => [engine()],
  [`${suites}/store storeCrashConformance`]: () => [{ ...engine(), spawnWriter: nothing }],
  [`${suites}/store crashWriter`]: () => [createMemoryStore({ collections: [] })],
  [`${suites}/bus busConformance`]: () => [engine()],
  [`${suites}/candles providerConformance`]: () => [engine()],
  [`${suites}/streams candleStreamConformance`]: () => [engine()],
  [`${suites}/broker executionConformance`]: () => [engine()],
  [`${suites}/peers peerNetworkConformance`]: () => [{ test: nothing, create: nothing }],
  [`${suites}/backtest backtestDifferential`]: () => [
    { left: target(), right: target(), requests: 0 },
  ],
  [`${suites}/fuzz fuzzService`]: () => [{ target: target(), document: document(), requests: 2 }],
  [`${suites}/fuzz serviceDifferential`]: () => [
    { server: target(), mock: target(), document: document(), requests: 2 },
  ],
};

/** Codes that those calls end with: the store of the writer has no collections. */
export const SUITE_ENDS: Calls["ends"] = {
  [`${suites}/store crashWriter`]: "STORE_COLLECTION_UNKNOWN",
};
