/** Every route of the backtest service, called without a proof and with a foreign one. */

import { request } from "node:http";

import type { Route } from "@bourse/contract";
import { backtestApi } from "@bourse/contract/backtest";
import { backtestAccess } from "@bourse/handlers/backtest";
import { describe, expect, test } from "vitest";

import { FOREIGN_PROOFS, statusOf } from "../../../test/support/access-probe.ts";
import { sharedTestServer } from "./support/running-server.ts";

const key = "a-key-of-sixteen-or-more";
const routes = Object.entries<Route>(backtestApi.routes);
const baseOf = (url: string): string => new URL(backtestApi.basePath, url).href;

describe("with keys", () => {
  const server = sharedTestServer({ API_KEYS: key });

  test.each(routes)("%s answers as its rule says", async (_name, route) => {
    const rule = backtestAccess(route.definition, { isKey: () => true, trustsLocal: true });
    const isOpen = rule.some(({ by }) => by === "nobody");
    for (const headers of FOREIGN_PROOFS) {
      const status = await statusOf(baseOf(server().url), route, headers);
      expect([headers, status]).toEqual([headers, isOpen ? 200 : 401]);
    }
    const known = await statusOf(baseOf(server().url), route, { "X-API-Key": key });
    expect([401, 403]).not.toContain(known);
  });

  test.each(["/api/ws/events", "/api/ws/jobs/00000000-0000-4000-8000-000000000000"])(
    "the socket %s answers 401 without one",
    async (path) => {
      for (const headers of FOREIGN_PROOFS) {
        expect(await upgradeStatus(server().url + path, headers)).toBe(401);
      }
      // The job is unknown.
      const known = await upgradeStatus(server().url + path, { "X-API-Key": key });
      expect(known).toBe(path.endsWith("events") ? 101 : 404);
    },
  );
});

describe("without keys", () => {
  const server = sharedTestServer();

  test.each(routes)("%s answers as its rule says to one behind a proxy", async (_name, route) => {
    const rule = backtestAccess(route.definition, { isKey: undefined, trustsLocal: true });
    const isOpen = rule.some(({ by }) => by === "nobody");
    for (const headers of FOREIGN_PROOFS) {
      const status = await statusOf(baseOf(server().url), route, { Via: "1.1 proxy", ...headers });
      if (isOpen) expect([401, 403]).not.toContain(status);
      else expect([headers, status]).toEqual([headers, 403]);
    }
  });
});

function upgradeStatus(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(url, {
      agent: false,
      headers: {
        Connection: "Upgrade",
        Upgrade: "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        ...headers,
      },
    });
    asked.once("error", reject);
    asked.once("response", (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    asked.once("upgrade", (_, socket) => {
      socket.destroy();
      resolve(101);
    });
    asked.end();
  });
}
