/** The suite that every implementation of the contract obeys, over real sockets and on a real store. */

import { backtestConformance } from "@bourse/conformance/backtest";
import { describe, test } from "vitest";

import { sharedTestServer } from "./support/running-server.ts";

describe("the server keeps the contract", () => {
  const server = sharedTestServer();
  backtestConformance({ test, target: () => ({ baseUrl: server().url }) });
});
