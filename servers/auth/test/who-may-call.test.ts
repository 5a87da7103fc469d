/** Every route of access control, called without a proof, with a foreign one, and with a key that lacks the right. */

import type { Route } from "@bourse/contract";
import { authApi, authDiscoveryApi } from "@bourse/contract/auth";
import { authAccess } from "@bourse/handlers/auth";
import { describe, expect, test } from "vitest";

import { FOREIGN_PROOFS, statusOf } from "../../../test/support/access-probe.ts";
import { makeKey, signUp } from "./support/calls.ts";
import { runTestServer } from "./support/running-server.ts";

const SETTINGS = {
  AUTH_OPERATOR_KEY: "an-operator-key-of-the-tests",
  // Without its own address the server has no passkeys.
  PUBLIC_URL: "http://localhost:3002",
};

const routes = Object.entries<Route>(authApi.routes);

describe.each(routes)("%s", (name, route) => {
  const rule = authAccess(route.definition);
  // Open routes read the body, which is empty here: some of them need nothing of it.
  const open = ["requestDeviceCode", "listOpenIdProviders", "beginPasskeyLogin"].includes(name)
    ? 200
    : 400;

  test("answers as its rule says to callers who prove nothing", async () => {
    const server = await runTestServer(SETTINGS);
    const base = new URL(authApi.basePath, server.url).href;
    const isOpen = rule.some(({ by }) => by === "nobody" || by === "body");
    for (const headers of FOREIGN_PROOFS) {
      const status = await statusOf(base, route, headers);
      expect([headers, status]).toEqual([headers, isOpen ? open : 401]);
    }
  });

  test("refuses a valid key that is not enough", async () => {
    const server = await runTestServer(SETTINGS);
    const base = new URL(authApi.basePath, server.url).href;
    const keyProof = rule.find(({ by }) => by === "apiKey");
    const { token } = await signUp(server);
    const others = (["read", "deploy", "billing"] as const).filter(
      (permission) => permission !== keyProof?.right,
    );
    const { key } = await makeKey(server, token, others);
    const status = await statusOf(base, route, { "X-API-Key": key });
    if (rule.some(({ by }) => by === "nobody" || by === "body")) expect(status).toBe(open);
    // An empty body may be refused before the proof is looked at; it is never taken.
    else if (rule.every(({ by }) => by === "operatorKey")) {
      expect(route.definition.body === undefined ? [403] : [400, 403]).toContain(status);
    } else if (keyProof === undefined) expect(status).toBe(401);
    else if (keyProof.right === undefined) expect(status).toBe(200);
    else expect([400, 403]).toContain(status);
  });
});

test("the key set and health are open to everybody", async () => {
  const server = await runTestServer();
  for (const route of Object.values<Route>(authDiscoveryApi.routes)) {
    expect(authAccess(route.definition)).toEqual([{ by: "nobody" }]);
    expect(await statusOf(server.url, route, {})).toBe(200);
  }
});
