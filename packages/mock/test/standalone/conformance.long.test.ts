/** The published suites against the mocks as `bourse-mock` serves them. */

import { authConformance } from "@bourse/conformance/auth";
import { backtestConformance } from "@bourse/conformance/backtest";
import { curationConformance } from "@bourse/conformance/curation";
import { nodeConformance, type NodeConformanceTarget } from "@bourse/conformance/node";
import { afterAll, beforeAll, describe, test } from "vitest";

import type { ServiceName } from "../../src/standalone/read-arguments.ts";
import type { ServedMock } from "../../src/standalone/serve-mock.ts";
import { control, served } from "./served.ts";

/** Serves the mock for the tests of this block. */
function mockOf(service: ServiceName, ...more: readonly string[]): () => ServedMock {
  let mock: ServedMock;
  beforeAll(async () => {
    mock = await served(service, ...more);
  });
  afterAll(() => mock.close());
  return () => mock;
}

describe("auth", () => {
  const operatorKey = "an-operator-key-of-the-tests";
  const mock = mockOf("auth", "--operator-key", operatorKey);
  authConformance({
    test,
    target: () => ({ baseUrl: mock().urls["auth"] ?? "", operatorKey }),
    operated: true,
  });
});

describe("backtest", () => {
  const mock = mockOf("backtest");
  backtestConformance({ test, target: () => ({ baseUrl: mock().urls["backtest"] ?? "" }) });
});

describe("curation", () => {
  const mock = mockOf("curation");
  const email = "root@example.com";
  curationConformance({
    test,
    timed: true,
    target: () => {
      const baseUrl = mock().urls["curation"] ?? "";
      return {
        baseUrl,
        admin: {
          email,
          password: "correct horse battery",
          code: async () => {
            const { body } = await control(baseUrl, "/admin-code", { email });
            return (body as { readonly code: string }).code;
          },
        },
        advance: async (milliseconds) => {
          await control(baseUrl, "/clock", { advance_milliseconds: milliseconds });
        },
      };
    },
  });
});

describe("node", () => {
  const mock = mockOf("node");
  let facts: {
    readonly api_key: string;
    readonly address: NodeConformanceTarget["address"];
    readonly partner: NodeConformanceTarget["recipient"];
    readonly demo_token: NodeConformanceTarget["token"];
  };
  beforeAll(async () => {
    facts = (await control(mock().urls["internal"] ?? "", "")).body as typeof facts;
  });
  const placeOf = (name: string) => ({ baseUrl: mock().urls[name] ?? "" });
  nodeConformance({
    test,
    target: () => ({
      internal: placeOf("internal"),
      external: placeOf("external"),
      dashboard: placeOf("dashboard"),
      apiKey: facts.api_key,
      address: facts.address,
      recipient: facts.partner,
      token: facts.demo_token,
    }),
  });
});
