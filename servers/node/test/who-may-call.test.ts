/**
 * Every route of a node's three APIs, called without a proof, with a foreign one, and with a key that lacks the scope.
 */

import type { Route } from "@bourse/contract";
import { nodeDashboardApi, nodeExternalApi, nodeInternalApi } from "@bourse/contract/node";
import { nodeAccess } from "@bourse/handlers/node";
import { systemClock } from "@bourse/kernel";
import { afterAll, beforeAll, expect, test } from "vitest";

import { FOREIGN_PROOFS } from "../../../test/support/access-probe.ts";
import { call } from "./support/calls.ts";
import { startTestNode, type TestNode } from "./support/running-node.ts";

let node: TestNode;

beforeAll(async () => {
  // Runs fast, so that these many calls stay clear of the rate limit.
  const limitClock = {
    ...systemClock,
    now: () => systemClock.now() * 1000,
    monotonic: () => systemClock.monotonic() * 1000,
  };
  node = await startTestNode({ atEnd: afterAll, parts: { limitClock } });
}, 60_000);

const SCOPES = ["share", "read", "transfer", "admin"] as const;

test.each([
  ["internal", nodeInternalApi],
  ["external", nodeExternalApi],
  ["dashboard", nodeDashboardApi],
] as const)(
  "every route of the %s API answers as its rule says",
  async (name, api) => {
    const keys = new Map<string, string>();
    for (const scope of SCOPES) {
      const { key } = await node.running.node.keys.create({ name: scope, scopes: [scope] });
      keys.set(scope, key);
    }
    for (const [operation, route] of Object.entries<Route>(api.routes)) {
      const { method, path, body } = route.definition;
      const rule = nodeAccess(route.definition, { movesRealMoney: false });
      const isOpen = rule.some(({ by }) => by === "nobody");
      const url = `${node.running.urls[name]}${api.basePath}${path.replace(/:\w+/g, "0".repeat(64))}`;
      const ask = async (headers: Readonly<Record<string, string>>): Promise<number> => {
        const options = { headers: { Via: "1.1 proxy.example", ...headers } };
        const answer = await call(
          method,
          url,
          body === undefined ? options : { ...options, body: {} },
        );
        return answer.status;
      };
      for (const headers of FOREIGN_PROOFS) {
        const status = await ask(headers);
        // A route that takes an optional key takes no wrong one.
        const takesAny =
          isOpen && (route.definition.security === undefined || !("X-API-Key" in headers));
        if (takesAny) expect([401, 403], operation).not.toContain(status);
        else expect([operation, headers, status]).toEqual([operation, headers, 401]);
      }
      if (isOpen) continue;
      for (const scope of SCOPES) {
        const status = await ask({ "X-API-Key": keys.get(scope) ?? "" });
        const isEnough = rule.some(({ by, right }) => by === "apiKey" && right === scope);
        if (isEnough) expect([401, 403], `${operation} with ${scope}`).not.toContain(status);
        else expect([operation, scope, status]).toEqual([operation, scope, 403]);
      }
    }
  },
  60_000,
);
