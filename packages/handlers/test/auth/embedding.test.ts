import { authCollections, createAuthCore, type AuditEvent, type AuthCore } from "@bourse/auth-core";
import { serveFetch, type FetchHandler } from "@bourse/contract";
import { authApi } from "@bourse/contract/auth";
import { createMemoryStore, StoreError } from "@bourse/kernel";
import { describe, expect, test } from "vitest";

import { bindAuthApi, type BindAuthOptions } from "../../src/auth/index.ts";

interface Service {
  readonly core: AuthCore;
  readonly serve: FetchHandler;
  readonly events: AuditEvent[];
  call(method: string, path: string, body?: unknown, headers?: object): Promise<Answer>;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: { readonly data?: unknown; readonly error?: { readonly code: string } };
}

async function service(options: BindAuthOptions = {}): Promise<Service> {
  const store = createMemoryStore({ collections: authCollections });
  const core = await createAuthCore({ store, masterKey: new Uint8Array(32).fill(1) });
  const events: AuditEvent[] = [];
  core.audit.on((event) => events.push(event));
  const routes = bindAuthApi(core, { validateResponses: true, ...options });
  const serve = serveFetch(authApi.wire, routes);
  return {
    core,
    serve,
    events,
    async call(method, path, body, headers = {}) {
      const response = await serve(
        new Request(`http://auth${path}`, {
          method,
          headers: { "content-type": "application/json", "user-agent": "tests", ...headers },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      );
      const { status } = response;
      return { status, headers: response.headers, body: (await response.json()) as Answer["body"] };
    },
  };
}

const ada = { email: "ada@example.com", password: "correct horse battery", name: "Ada" };

async function registered(target: Service, prefix = "/api/v1"): Promise<{ authorization: string }> {
  const { body } = await target.call("POST", `${prefix}/auth/register`, ada);
  return { authorization: `Bearer ${(body.data as { token: string }).token}` };
}

describe("the auth API in a program of one's own", () => {
  test("stands under any prefix; the key set and health stand outside of it", async () => {
    const target = await service({ prefix: "/x", service: { name: "mine", version: "1.2.3" } });
    const caller = await registered(target, "/x");
    expect((await target.call("GET", "/x/auth/me", undefined, caller)).status).toBe(200);
    expect((await target.call("GET", "/api/v1/auth/me", undefined, caller)).status).toBe(404);
    expect((await target.call("GET", "/health")).body).toEqual({
      service: "mine",
      status: "ok",
      version: "1.2.3",
    });
    const keys = await target.call("GET", "/.well-known/jwks.json");
    expect(keys.headers.get("cache-control")).toBe("public, max-age=60");
    expect(keys.body).toMatchObject({ keys: [{ use: "sig" }, { use: "sig" }] });
    expect(JSON.stringify(keys.body)).not.toContain('"d"');
  });

  test("a session knows the program that it was opened from, an event does not", async () => {
    const target = await service();
    const caller = await registered(target);
    const { body } = await target.call("GET", "/api/v1/auth/sessions", undefined, caller);
    expect(body.data).toMatchObject([{ userAgent: "tests", ip: null, current: true }]);
    expect(target.events).toMatchObject([{ action: "account.registered", ip: null }]);
  });

  test("an unexpected error is a 500 without details for the caller, and reaches onError in full", async () => {
    const errors: unknown[] = [];
    const target = await service({ onError: (error) => errors.push(error) });
    const broken = bindAuthApi(
      {
        ...target.core,
        accounts: {
          ...target.core.accounts,
          login: () => Promise.reject(new Error("SELECT secret FROM accounts")),
        },
      },
      { onError: (error) => errors.push(error) },
    );
    const response = await serveFetch(
      authApi.wire,
      broken,
    )(
      new Request("http://auth/api/v1/auth/login", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(ada),
      }),
    );
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      success: false,
      error: { code: "INTERNAL_ERROR", message: "internal server error" },
    });
    expect(errors).toHaveLength(1);
  });

  test("a store that fails on the way back from a provider is a 503, and reaches onError", async () => {
    const { core } = await service();
    const fault = new StoreError("STORE_IO", "The disk does not answer.");
    const errors: unknown[] = [];
    const openId = { ...core.openId, finish: () => Promise.reject(fault) };
    const routes = bindAuthApi({ ...core, openId }, { onError: (error) => errors.push(error) });
    const serve = serveFetch(authApi.wire, routes);
    const response = await serve(new Request("http://auth/api/v1/auth/oidc/any/callback?code=1"));
    expect(response.status).toBe(503);
    expect(await response.text()).not.toContain("disk");
    expect(errors).toEqual([fault]);
  });

  test("counts failed logins by the address that its transport tells, and locks nobody out without one", async () => {
    const { core } = await service();
    const login = (serve: FetchHandler, password: string) =>
      serve(
        new Request("http://auth/api/v1/auth/login", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ email: ada.email, password }),
        }),
      ).then(({ status }) => status);
    await core.accounts.register(ada);
    const routes = bindAuthApi(core);
    const from = (ip: string) => serveFetch(authApi.wire, routes, { clientAddress: () => ip });
    const guesses = Array.from({ length: 11 }, () => login(from("203.0.113.9"), "a wrong guess"));
    expect((await Promise.all(guesses)).filter((status) => status === 429)).toHaveLength(1);
    expect(await login(from("203.0.113.9"), ada.password)).toBe(429);
    expect(await login(serveFetch(authApi.wire, routes), ada.password)).toBe(200);
    const listed = await core.sessions.list((await core.users.list()).items[0]?.id ?? "");
    expect(listed.map(({ ip }) => ip)).toEqual([null, null]);
  });
});
