/** The suite that every implementation of the contract obeys, over real sockets and on a real store. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { backtestConformance } from "@bourse/conformance/backtest";
import { afterAll, describe, test } from "vitest";

import { sharedTestServer } from "./support/running-server.ts";

const KEY = "a-key-of-the-suite-1";

describe("the server keeps the contract", () => {
  const strategies = mkdtempSync(join(tmpdir(), "bourse-strategies-"));
  afterAll(() => rmSync(strategies, { recursive: true }));
  const server = sharedTestServer({
    API_KEYS: KEY,
    STRATEGIES_DIR: strategies,
    STRATEGY_EDITING: "yes",
  });
  const headers = { "x-api-key": KEY };
  backtestConformance({ test, target: () => ({ baseUrl: server().url, headers }) });
});
