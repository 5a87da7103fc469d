import assert from "node:assert/strict";

import { ApiKeyDetail, CreatedApiKey, KeyUsage, KeyVerdict, Me } from "@bourse/contract/auth";

import { shown } from "../http/expect.ts";
import type { Account, AuthCase, AuthService } from "./auth-service.ts";
import { expectError, expectInvalid, expectOk } from "./expect.ts";

/** Changes of a key that are refused, with the place of their fault. */
const NO_CHANGES: readonly (readonly [what: string, body: object, path: string])[] = [
  ["an empty name", { name: "" }, "name"],
  ["limits without a window", { limits: { requests: 1 } }, "limits.windowSeconds"],
  ["limits of nothing", { limits: { windowSeconds: 60 } }, "limits"],
  ["a limit of -1", { limits: { requests: -1, windowSeconds: 60 } }, "limits.requests"],
  ["a host for an address", { addresses: ["example.com"] }, "addresses"],
  ["an origin with a path", { origins: ["https://example.com/x"] }, "origins"],
];

/** A window that does not end while a case runs, whatever the time. */
const WINDOW_SECONDS = 2_592_000;

/** Rotation, limits, places and figures of keys. */
export const keyProductCases: readonly AuthCase[] = [
  {
    name: "a key of another environment says so in its text and its detail",
    run: async ({ call, signUp, makeKey }) => {
      const account = await signUp();
      const { id, key } = await makeKey(account, ["read"], { environment: "test" });
      assert.match(key, /^bk_test_[0-9A-Za-z]{49}$/);
      expectOk(await call("GET", "/auth/me", { key }), 200, Me);
      const answer = await call("GET", `/auth/api-keys/${id}`, { token: account.token });
      assert.equal(expectOk(answer, 200, ApiKeyDetail).environment, "test");
    },
  },
  {
    name: "the view detail lists what each key shows by itself",
    run: async ({ call, signUp, makeKey }) => {
      const account = await signUp();
      const { token } = account;
      const { id } = await makeKey(account, ["read"]);
      const list = await call("GET", "/auth/api-keys?view=detail", { token });
      const one = await call("GET", `/auth/api-keys/${id}`, { token });
      const details = expectOk(list, 200, ApiKeyDetail.array());
      assert.deepEqual(details, [expectOk(one, 200, ApiKeyDetail)]);
      expectInvalid(await call("GET", "/auth/api-keys?view=all", { token }), "view");
    },
  },
  {
    name: "the view detail finds keys by a part of the name, by their first characters and by their status",
    run: async ({ call, signUp, makeKey }) => {
      const account = await signUp();
      const { token } = account;
      const build = await makeKey(account, ["read"], { name: "Build server" });
      const other = await makeKey(account, ["read"], { name: "nightly" });
      const found = async (search: string): Promise<readonly string[]> => {
        const answer = await call("GET", `/auth/api-keys?view=detail&${search}`, { token });
        return expectOk(answer, 200, ApiKeyDetail.array())
          .map(({ id }) => id)
          .sort();
      };
      assert.deepEqual(await found("q=bUILD"), [build.id]);
      assert.deepEqual(await found(`q=${other.key.slice(0, 12)}`), [other.id]);
      assert.deepEqual(await found("q=none+of+them"), []);
      assert.deepEqual(await found("status=active"), [other.id, build.id].sort());
      assert.deepEqual(await found("status=expired"), []);
      for (const [search, path] of [
        ["q=", "q"],
        ["status=revoked", "status"],
      ] as const) {
        expectInvalid(await call("GET", `/auth/api-keys?view=detail&${search}`, { token }), path);
      }
    },
  },
  {
    name: "a key's detail tells the address that a service names at its verification",
    run: async (service) => {
      const account = await service.signUp();
      const { token } = account;
      const { id, key } = await service.makeKey(account, ["read"]);
      const address = async (): Promise<string | undefined> => {
        const answer = await service.call("GET", `/auth/api-keys/${id}`, { token });
        return expectOk(answer, 200, ApiKeyDetail).lastUsedAddress;
      };
      assert.equal(await address(), undefined);
      await verify(service, account, { key, address: "240.0.0.7" });
      assert.equal(await address(), "240.0.0.7");
      await verify(service, account, { key });
      assert.equal(await address(), undefined);
    },
  },
  {
    name: "a rotation answers as a creation does, and both keys are accepted until a revocation",
    run: async ({ call, signUp, makeKey }) => {
      const account = await signUp();
      const { token } = account;
      const { id, key } = await makeKey(account, ["read"]);
      const answer = await call("POST", `/auth/api-keys/${id}/rotate`, { token });
      const fields = ["id", "name", "key", "permissions", "createdAt"];
      const rotated = expectOk(answer, 201, CreatedApiKey, fields);
      assert.equal(rotated.id, id);
      for (const one of [key, rotated.key]) {
        expectOk(await call("GET", "/auth/me", { key: one }), 200, Me);
      }
      const detail = await call("GET", `/auth/api-keys/${id}`, { token });
      const { former, prefix } = expectOk(detail, 200, ApiKeyDetail);
      assert.ok(rotated.key.startsWith(prefix) && former.length === 1, shown(detail));
      assert.ok(former[0]?.lastUsed !== null && key.startsWith(former[0]?.prefix ?? "none"));
      await call("DELETE", `/auth/api-keys/${id}`, { token });
      for (const one of [key, rotated.key]) {
        expectError(await call("GET", "/auth/me", { key: one }), 401, "INVALID_API_KEY");
      }
    },
  },
  {
    name: "a rotation with graceSeconds 0 ends the key before it at once",
    run: async ({ call, signUp, makeKey }) => {
      const account = await signUp();
      const { id, key } = await makeKey(account, ["read"]);
      const options = { body: { graceSeconds: 0 }, token: account.token };
      const answer = await call("POST", `/auth/api-keys/${id}/rotate`, options);
      const rotated = expectOk(answer, 201, CreatedApiKey);
      expectError(await call("GET", "/auth/me", { key }), 401, "INVALID_API_KEY");
      expectOk(await call("GET", "/auth/me", { key: rotated.key }), 200, Me);
    },
  },
  {
    name: "a key beyond its limit is 429 with Retry-After, and accepted again without it",
    run: async (service) => {
      const { call, signUp, makeKey } = service;
      const account = await signUp();
      const { id, key } = await makeKey(account, ["read"]);
      const limits = { requests: 2, windowSeconds: WINDOW_SECONDS };
      const changed = await change(service, account, id, { name: "limited", limits });
      assert.deepEqual([changed.name, changed.limits], ["limited", limits]);
      for (let turn = 0; turn < 2; turn += 1) {
        expectOk(await call("GET", "/auth/me", { key }), 200, Me);
      }
      expectError(await call("GET", "/auth/me", { key }), 429, "RATE_LIMITED");
      const verdict = await verify(service, account, { key });
      assert.equal(verdict.code, "RATE_LIMITED");
      assert.ok((verdict.retryAfterSeconds ?? 0) > 0);
      await change(service, account, id, { limits: null });
      expectOk(await call("GET", "/auth/me", { key }), 200, Me);
    },
  },
  {
    name: "the cost and the route of a verification count for limits and figures",
    run: async (service) => {
      const account = await service.signUp();
      const { id, key } = await service.makeKey(account, ["read"]);
      await change(service, account, id, { limits: { cost: 10, windowSeconds: WINDOW_SECONDS } });
      const asked = { key, route: "GET /notes/:id", cost: 7 };
      assert.equal((await verify(service, account, asked)).code, "VALID");
      assert.equal((await verify(service, account, asked)).code, "RATE_LIMITED");
      const { token } = account;
      const answer = await service.call("GET", `/auth/api-keys/${id}/usage`, { token });
      const [usage] = expectOk(answer, 200, KeyUsage.array());
      const { hour: _, ...figures } = usage ?? {};
      const route = "GET /notes/:id";
      assert.deepEqual(figures, { route, requests: 1, bytes: 0, cost: 7, refused: 1 });
    },
  },
  {
    name: "the figures of a key are summed by hour, by day and by route",
    run: async (service) => {
      const { call } = service;
      const account = await service.signUp();
      const { token } = account;
      const { id, key } = await service.makeKey(account, ["read"]);
      for (const [route, cost] of [
        ["GET /a", 2],
        ["GET /b", 3],
        ["GET /b", 4],
      ] as const) {
        await verify(service, account, { key, route, cost });
      }
      const sums = async (search: string): Promise<readonly KeyUsage[]> => {
        const answer = await call("GET", `/auth/api-keys/${id}/usage?${search}`, { token });
        return expectOk(answer, 200, KeyUsage.array());
      };
      const routes = await sums("per=route");
      const figures = routes.map(({ route, requests, cost }) => [route, requests, cost]);
      assert.deepEqual(figures, [
        ["GET /b", 2, 7],
        ["GET /a", 1, 2],
      ]);
      for (const per of ["hour", "day"]) {
        const rows = await sums(`per=${per}&limit=1`);
        const requests = rows.reduce((sum, row) => sum + row.requests, 0);
        assert.deepEqual([requests, rows[0]?.route], [3, "all"]);
      }
      assert.deepEqual(await sums("per=hour&from=9999-01-01T00:00:00Z"), []);
      for (const [search, path] of [
        ["per=week", "per"],
        ["per=day&from=today", "from"],
      ] as const) {
        const answer = await call("GET", `/auth/api-keys/${id}/usage?${search}`, { token });
        expectInvalid(answer, path);
      }
    },
  },
  {
    name: "a key that is bound to addresses is 403 from another, and accepted from its own",
    run: async (service) => {
      const { call, signUp, makeKey } = service;
      const account = await signUp();
      const { id, key } = await makeKey(account, ["read"]);
      await change(service, account, id, { addresses: ["240.0.0.7"] });
      expectError(await call("GET", "/auth/me", { key }), 403, "FORBIDDEN");
      assert.equal((await verify(service, account, { key })).code, "FORBIDDEN");
      const named = { key, address: "240.0.0.7" };
      assert.equal((await verify(service, account, named)).code, "VALID");
      const everywhere = ["0.0.0.0/0", "::/0"];
      const { addresses } = await change(service, account, id, { addresses: everywhere });
      assert.deepEqual(addresses, everywhere);
      expectOk(await call("GET", "/auth/me", { key }), 200, Me);
    },
  },
  {
    name: "a key that is bound to origins is 403 without one of them",
    run: async (service) => {
      const { call, signUp, makeKey } = service;
      const account = await signUp();
      const { id, key } = await makeKey(account, ["read"]);
      await change(service, account, id, { origins: ["https://app.example.com"] });
      expectError(await call("GET", "/auth/me", { key }), 403, "FORBIDDEN");
      const from = (origin: string): ReturnType<typeof call> =>
        call("GET", "/auth/me", { key, headers: { origin } });
      expectError(await from("https://app.example.com.evil.test"), 403, "FORBIDDEN");
      expectOk(await from("https://app.example.com"), 200, Me);
    },
  },
  {
    name: "a key changes and rotates no key but those that descend from it, itself to rotate alone",
    run: async ({ call, signUp, makeKey }) => {
      const account = await signUp();
      const other = await makeKey(account, ["read"]);
      const { id, key } = await makeKey(account, ["admin"]);
      const patch = (one: string): ReturnType<typeof call> =>
        call("PATCH", `/auth/api-keys/${one}`, { body: { limits: null }, key });
      for (const one of [id, other.id]) expectError(await patch(one), 403, "FORBIDDEN");
      const rotate = (one: string): ReturnType<typeof call> =>
        call("POST", `/auth/api-keys/${one}/rotate`, { key });
      expectError(await rotate(other.id), 403, "FORBIDDEN");
      expectOk(await rotate(id), 201, CreatedApiKey);
    },
  },
  {
    name: "another user's key is 404 to change, to rotate and in its figures",
    run: async ({ call, signUp, makeKey }) => {
      const [ada, bob] = [await signUp(), await signUp()];
      const { id, key } = await makeKey(ada, ["read"]);
      const { key: foreign } = await makeKey(bob, ["admin"]);
      for (const credential of [{ token: bob.token }, { key: foreign }]) {
        const path = `/auth/api-keys/${id}`;
        const body = { name: "mine" };
        const answers = [
          await call("PATCH", path, { body, ...credential }),
          await call("POST", `${path}/rotate`, credential),
          await call("GET", `${path}/usage`, credential),
        ];
        for (const answer of answers) expectError(answer, 404, "NOT_FOUND");
      }
      expectOk(await call("GET", "/auth/me", { key }), 200, Me);
    },
  },
  ...NO_CHANGES.map(([what, body, path]): AuthCase => {
    return {
      name: `a change of a key to ${what} is a VALIDATION_ERROR at ${path}`,
      run: async ({ call, signUp, makeKey }) => {
        const account = await signUp();
        const { id } = await makeKey(account, ["read"]);
        const answer = await call("PATCH", `/auth/api-keys/${id}`, { body, token: account.token });
        expectInvalid(answer, path);
      },
    };
  }),
];

async function change(
  { call }: AuthService,
  { token }: Account,
  id: string,
  body: object,
): Promise<ReturnType<typeof ApiKeyDetail.parse>> {
  return expectOk(await call("PATCH", `/auth/api-keys/${id}`, { body, token }), 200, ApiKeyDetail);
}

async function verify(
  { call }: AuthService,
  { token }: Account,
  body: object,
): Promise<ReturnType<typeof KeyVerdict.parse>> {
  return expectOk(await call("POST", "/auth/api-keys/verify", { body, token }), 200, KeyVerdict);
}
