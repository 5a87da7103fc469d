import { authCollections, createAuthCore } from "@bourse/auth-core";
import { serveFetch, type BoundRoute, type WireFormat } from "@bourse/contract";
import { authApi } from "@bourse/contract/auth";
import { curationApi } from "@bourse/contract/curation";
import { createCurationCore, curationCollections } from "@bourse/curation-core";
import { createMemoryStore } from "@bourse/kernel";
import { describe, expect, test } from "vitest";

import { bindAuthApi, type HealthFault } from "../src/auth/index.ts";
import { bindCurationApi } from "../src/curation/index.ts";

const masterKey = new Uint8Array(32).fill(1);

type Bind = (fault: HealthFault, maxBytes?: number) => Promise<readonly BoundRoute[]>;

const bindAuth: Bind = async (fault, maxBytes = 2 ** 20) => {
  const store = createMemoryStore({ collections: authCollections, maxBytes });
  return bindAuthApi(await createAuthCore({ store, masterKey }), {
    fault,
    validateResponses: true,
  });
};
const bindCuration: Bind = async (fault, maxBytes = 2 ** 20) => {
  const store = createMemoryStore({ collections: curationCollections, maxBytes });
  return bindCurationApi(await createCurationCore({ store, masterKey }), { fault });
};

describe.each([
  ["auth", bindAuth, authApi.wire, (body: { error: { message: string } }) => body.error.message],
  ["curation", bindCuration, curationApi.wire, (body: { detail: string }) => body.detail],
] as const)("the %s service", (name, bind, wire, messageOf) => {
  const call = async (routes: readonly BoundRoute[], path: string, body?: object) => {
    const serve = serveFetch(wire as WireFormat, routes);
    const headers = { "content-type": "application/json" };
    const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body), headers };
    return serve(new Request(`http://service${path}`, init));
  };

  test("answers GET /health with 200, and with 503 and the reason while its store cannot be written", async () => {
    let reason: string | null = null;
    const routes = await bind(() => Promise.resolve(reason));
    expect((await call(routes, "/health")).status).toBe(200);
    reason = "The store has no room for more.";
    const refused = await call(routes, "/health");
    expect(refused.status).toBe(503);
    expect(refused.headers.get("x-error-code")).toBe("SERVICE_UNAVAILABLE");
    expect(refused.headers.get("retry-after")).toBe("5");
    const body: unknown = await refused.json();
    expect(messageOf(body as never)).toBe(reason);
  });

  test("answers 507 STORE_FULL in its own format when the store has no room, and keeps answering", async () => {
    const routes = await bind(() => Promise.resolve(null), 65_536);
    const register = (n: number): Promise<Response> =>
      call(routes, "/api/v1/auth/register", {
        email: `${n}@example.com`,
        password: "correct horse battery",
        username: `user-${n}`,
        wallet_address: `0x${n.toString(16).padStart(40, "0")}`,
      });
    let answer = await register(0);
    for (let n = 1; n < 200 && answer.status < 300; n += 1) answer = await register(n);
    expect(answer.status, name).toBe(507);
    expect(answer.headers.get("x-error-code")).toBe("STORE_FULL");
    expect(messageOf((await answer.json()) as never)).toMatch(/no room to store more/);
    expect((await call(routes, "/health")).status).toBe(200);
  });
});
