import { once } from "node:events";
import {
  createServer,
  request as nodeRequest,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

import { authCollections, definePermissions, type PermissionOf } from "@bourse/auth-core";
import { createMemoryStore, type Store } from "@bourse/kernel";
import { describe, expect, onTestFinished, test } from "vitest";

import { createAuth, type Auth, type AuthOptions, type NodeRequest } from "../../src/auth/index.ts";

const permissions = definePermissions({
  "notes:read": {},
  "notes:write": { implies: ["notes:read"] },
});
type Name = PermissionOf<typeof permissions>;

const masterKey = Buffer.alloc(32, 7).toString("base64url");
const ada = { email: "ada@example.com", password: "correct horse battery" };
const logged: unknown[][] = [];
const logger = {
  warn: (...line: unknown[]) => void logged.push(line),
  error: (...line: unknown[]) => void logged.push(line),
};

const memory = (): Store => createMemoryStore({ collections: authCollections });

/** Member of a store that says of itself that it is on a disk. */
function lasting(store: Store, name: string | symbol): unknown {
  if (name === "engine") return "sqlite";
  const member: unknown = Reflect.get(store, name, store);
  return typeof member === "function" ? (member.bind(store) as unknown) : member;
}

async function open(options: Partial<AuthOptions<Name>> = {}): Promise<Auth<Name>> {
  logged.length = 0;
  const auth = await createAuth({ store: memory(), masterKey, permissions, logger, ...options });
  onTestFinished(() => auth.close());
  return auth;
}

function post(path: string, body: unknown, headers: object = {}): Request {
  return new Request(`http://app.example${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

async function dataOf(response: Response): Promise<Record<string, unknown>> {
  const { data } = (await response.json()) as { data: Record<string, unknown> };
  return data;
}

const codeOf = async (response: Response): Promise<string> =>
  ((await response.json()) as { error: { code: string } }).error.code;

async function keyWith(auth: Auth<Name>, permission: Name): Promise<string> {
  const { user } = await auth.core.accounts.register(ada);
  const made = await auth.core.keys.create(user.id, { name: "ci", permissions: [permission] });
  return made.key;
}

/** Serves node:http by `listener`, and calls it at a path. */
async function listening(
  listener: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<(path: string, init?: RequestInit) => Promise<Response>> {
  const server = createServer((request, response) => void listener(request, response));
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init);
}

const json = (body: unknown): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json", connection: "close" },
  body: JSON.stringify(body),
});

describe("what createAuth is given", () => {
  test.each([undefined, "", "a password", new Uint8Array(31), null, 5])(
    "a master key of %j is refused, with how to make one",
    async (wrong) => {
      const opening = createAuth({ store: memory(), masterKey: wrong as string });
      await expect(opening).rejects.toMatchObject({ code: "OPTION_INVALID" });
      await expect(opening).rejects.toThrow(/masterKey/);
    },
  );

  test("an unknown option is refused", async () => {
    const opening = open({ prefixx: "/x" } as object);
    await expect(opening).rejects.toThrow(/no option "prefixx"/);
  });

  test.each([null, 5, [], "x"])("%j in place of options is refused", async (wrong) => {
    await expect(createAuth(wrong as never)).rejects.toMatchObject({ code: "ARGUMENT_INVALID" });
  });

  test.each([null, undefined, 5, "x"])(
    "a request of %j is refused by every call",
    async (wrong) => {
      const auth = await open();
      const request = wrong as never;
      const refused = { code: "ARGUMENT_INVALID" };
      await expect(auth.fetch(request)).rejects.toMatchObject(refused);
      await expect(auth.node(request, request)).rejects.toMatchObject(refused);
      await expect(auth.admit(request, "notes:read")).rejects.toMatchObject(refused);
      expect(() => auth.callerOf(request)).toThrow(expect.objectContaining(refused) as Error);
    },
  );

  test("Express takes none of its calls for a handler of errors, by the number of parameters", async () => {
    const auth = await open();
    expect(auth.node.length).toBeLessThan(4);
    expect(auth.guard("notes:read").length).toBeLessThan(4);
  });

  test("a store in memory says that it forgets, and another does not", async () => {
    await open();
    expect(logged).toEqual([[{}, expect.stringContaining("in memory") as string]]);
    const store = memory();
    await open({ store: new Proxy(store, { get: (_, name) => lasting(store, name) }) });
    expect(logged).toEqual([]);
  });
});

describe("the routes", () => {
  test("are below the prefix, with the host's own permissions and the key set", async () => {
    const auth = await open({ prefix: "/accounts" });
    const { token } = await dataOf(await auth.fetch(post("/accounts/auth/register", ada)));
    const authorization = `Bearer ${String(token)}`;
    const call = (permission: string): Promise<Response> => {
      const body = { name: "ci", permissions: [permission] };
      return auth.fetch(post("/accounts/auth/api-keys", body, { authorization }));
    };
    expect((await call("notes:write")).status).toBe(201);
    expect((await call("deploy")).status).toBe(400);
    const keys = await auth.fetch(new Request("http://app.example/.well-known/jwks.json"));
    expect(keys.status).toBe(200);
    expect(keys.headers.get("cache-control")).toContain("max-age");
  });

  test("leave out those that nobody has a permission for, and the health of the host", async () => {
    const auth = await open();
    const get = (path: string) => auth.fetch(new Request(`http://app.example${path}`));
    for (const path of ["/api/v1/deployments", "/api/v1/billing/usage", "/health"]) {
      expect((await get(path)).status, path).toBe(404);
    }
    const { permissions: _, ...four } = { store: memory(), masterKey, logger, permissions };
    const whole = await createAuth(four);
    onTestFinished(() => whole.close());
    const listed = await whole.fetch(new Request("http://app.example/api/v1/deployments"));
    expect(listed.status).toBe(401);
  });

  test("answer tokens that no cache keeps", async () => {
    const auth = await open();
    const { headers } = await auth.fetch(post("/api/v1/auth/register", ada));
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("count failed logins by the address that the host tells", async () => {
    const auth = await open({ loginFailuresPerAccount: 1 });
    await auth.core.accounts.register(ada);
    const login = async (password: string, clientAddress: string) => {
      const request = post("/api/v1/auth/login", { ...ada, password });
      return (await auth.fetch(request, { clientAddress })).status;
    };
    expect(await login("a wrong guess", "203.0.113.9")).toBe(401);
    expect(await login(ada.password, "203.0.113.9")).toBe(429);
    expect(await login(ada.password, "203.0.113.10")).toBe(200);
  });
});

describe("a request of node:http", () => {
  test("is answered where it is of the API, and goes on where it is not", async () => {
    const auth = await open();
    const call = await listening((request, response) => {
      void auth.node(request, response, () => response.end("the host's own"));
    });
    expect((await call("/api/v1/auth/register", json(ada))).status).toBe(201);
    expect((await call("/api/v1/auth/login")).status).toBe(405);
    expect((await call("/api/v1/auth/login?x=%zz", json(ada))).status).toBeLessThan(500);
    expect(await (await call("/api/v1/notes")).text()).toBe("the host's own");
    expect(await (await call("/%E0%A4%A", json(ada))).text()).toBe("the host's own");
  });

  test("may have been read by a parser of the host, and is told when it cannot be read again", async () => {
    const auth = await open();
    const call = await listening(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = JSON.parse(Buffer.concat(chunks).toString()) as object;
      const isKept = "email" in body;
      await auth.node(isKept ? Object.assign(request, { body }) : request, response);
    });
    const taken = await call("/api/v1/auth/register", json(ada));
    expect((await dataOf(taken))["token"]).toBeTypeOf("string");
    const lost = await call("/api/v1/auth/login", json({}));
    expect(lost.status).toBe(500);
    expect(await codeOf(lost)).toBe("INTERNAL_ERROR");
    expect(
      JSON.stringify(logged.map(([details]) => String((details as { err?: Error }).err))),
    ).toContain("put Bourse before it");
  });

  test("that the host has answered meanwhile gets no second answer", async () => {
    const auth = await open();
    const told = Promise.withResolvers<void>();
    const call = await listening((request, response) => {
      void auth.node(request, response).then(told.resolve, told.reject);
      response.writeHead(503).end();
    });
    expect((await call("/api/v1/auth/login", json(ada))).status).toBe(503);
    await told.promise;
  });

  test("with a body that is too long, of a forbidden method or cut off is refused, and no fault", async () => {
    const auth = await open();
    const ended = Promise.withResolvers<void>();
    const call = await listening((request, response) => {
      const told = auth.node(request, response);
      if (request.headers["x-cut"] !== undefined) void told.then(ended.resolve);
    });
    logged.length = 0;
    const long = json({ ...ada, name: "x".repeat(2_000_000) });
    expect((await call("/api/v1/auth/register", long)).status).toBe(413);
    const { hostname, port } = new URL((await call("/nowhere")).url);
    const target = { hostname, port, path: "/api/v1/auth/login" };
    const traced = nodeRequest({ ...target, method: "TRACE" }).end();
    const [answer] = (await once(traced, "response")) as [{ statusCode: number; resume(): void }];
    answer.resume();
    expect(answer.statusCode).toBe(405);
    const headers = { "content-type": "application/json", "content-length": 500, "x-cut": "1" };
    const cut = nodeRequest({ ...target, method: "POST", headers });
    cut.on("error", () => undefined);
    cut.write('{"email":', () => cut.destroy());
    await ended.promise;
    expect(logged).toEqual([]);
  });
});

describe("the guard of the host's own routes", () => {
  const asked = (headers: Record<string, string> = {}) =>
    new Request("http://app.example/notes", { headers });

  test("admits by key and by token, and refuses in the format of the API", async () => {
    const auth = await open();
    const key = await keyWith(auth, "notes:read");
    const { token } = await dataOf(await auth.fetch(post("/api/v1/auth/login", ada)));
    const byKey = await auth.admit(asked({ "x-api-key": key }), "notes:read");
    expect(byKey).toMatchObject({ ok: true, caller: { permissions: ["notes:read"] } });
    const authorization = `Bearer ${String(token)}`;
    expect(await auth.admit(asked({ authorization }), "notes:write")).toMatchObject({ ok: true });
    for (const [headers, permission, status, code] of [
      [{}, "notes:read", 401, "UNAUTHORIZED"],
      [{ "x-api-key": "bk_live_x" }, "notes:read", 401, "INVALID_API_KEY"],
      [{ "x-api-key": key }, "notes:write", 403, "FORBIDDEN"],
      [{ "x-api-key": key, authorization: "Bearer x" }, "notes:read", 401, "INVALID_TOKEN"],
    ] as const) {
      const refused = await auth.admit(asked(headers), permission);
      if (refused.ok) throw new Error("admitted");
      expect(refused.refusal.status).toBe(status);
      expect(refused.refusal.headers.has("www-authenticate")).toBe(status === 401);
      expect(await codeOf(refused.refusal)).toBe(code);
    }
  });

  test("takes a permission of the set alone: another does not compile, and nobody has it but who has all", async () => {
    const auth = await open();
    const key = await keyWith(auth, "notes:write");
    // @ts-expect-error the set has no "deploy"
    expect(await auth.admit(asked({ "x-api-key": key }), "deploy")).toMatchObject({ ok: false });
  });

  test("judges a key that is bound to an address by the address that the host tells", async () => {
    const auth = await open();
    const key = await keyWith(auth, "notes:read");
    const { user } = await auth.core.accounts.login(ada);
    const [listed] = await auth.core.keys.list(user.id);
    await auth.core.keys.update(user.id, listed!.id, { addresses: ["192.0.2.0/24"] });
    const admit = async (clientAddress?: string) =>
      (await auth.admit(asked({ "x-api-key": key }), "notes:read", { clientAddress })).ok;
    expect([await admit("192.0.2.7"), await admit("198.51.100.7"), await admit()]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test("judges a login in a cookie as the routes do: a change needs the page's token and origin", async () => {
    const own = "https://app.example";
    const auth = await open({ cookies: { publicOrigin: () => own } });
    const body = { ...ada, session: "cookie" };
    const kept = await auth.fetch(post("/api/v1/auth/register", body, { origin: own }));
    const [cookie = ""] = kept.headers.getSetCookie()[0]?.split(";") ?? [];
    const { token } = await dataOf(kept);
    expect(token).toMatch(/^cs_/);
    const admits = async (method: string, headers: Record<string, string>) => {
      const request = new Request(`${own}/notes`, { method, headers: { cookie, ...headers } });
      return (await auth.admit(request, "notes:write")).ok;
    };
    const authorization = `Bearer ${String(token)}`;
    expect(await admits("GET", {})).toBe(true);
    expect(await admits("GET", { "sec-fetch-site": "cross-site" })).toBe(false);
    expect(await admits("POST", { origin: own })).toBe(false);
    expect(await admits("POST", { origin: own, authorization })).toBe(true);
    expect(await admits("POST", { origin: "https://evil.example", authorization })).toBe(false);
    expect(await admits("POST", { origin: own, authorization, cookie: "" })).toBe(false);
  });

  test("stands before a route of Express, which asks it who calls", async () => {
    const auth = await open();
    const key = await keyWith(auth, "notes:read");
    const guard = auth.guard("notes:read");
    const call = await listening((request, response) => {
      const route = Object.assign(request, { baseUrl: "/api", route: { path: "/notes/:id" } });
      void guard(route, response, () => response.end(auth.callerOf(request).method));
    });
    const from = (headers: Record<string, string>) =>
      call("/api/notes/7", { headers: { ...headers, connection: "close" } });
    expect((await from({})).status).toBe(401);
    expect(await (await from({ "x-api-key": key })).text()).toBe("api_key");
    await auth.core.maintain();
    const { user } = await auth.core.accounts.login(ada);
    const [{ id } = { id: "" }] = await auth.core.keys.list(user.id);
    const used = await auth.core.keys.usage(user.id, id);
    expect(JSON.stringify(used)).toContain("GET /api/notes/:id");
    expect(() => auth.callerOf({} as NodeRequest)).toThrow(/admitted no such request/);
  });

  test("a fault of the store is a refusal that says nothing, and is logged", async () => {
    const store = memory();
    const auth = await createAuth({ store, masterKey, permissions, logger });
    const key = await keyWith(auth, "notes:read");
    await store.close();
    auth.core.keys.forgetAll();
    const refused = await auth.admit(asked({ "x-api-key": key }), "notes:read");
    if (refused.ok) throw new Error("admitted");
    expect(refused.refusal.status).toBe(503);
    expect(logged.at(-1)).toEqual([expect.objectContaining({ key: "admit" }), "unhandled error"]);
  });
});
