import { describe, expect, test } from "vitest";

import {
  authApi,
  authApiAt,
  authDiscoveryApi,
  documentedAuthApi,
  documentedAuthDiscoveryApi,
} from "../../src/auth/index.ts";
import { openapi, zodOf, type Route } from "../../src/index.ts";
import { stubAuth } from "./stub-auth.ts";

const routes = Object.entries<Route>(authApi.routes);

interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly json: {
    readonly success: boolean;
    readonly data?: unknown;
    readonly error?: {
      readonly code: string;
      readonly message: string;
      readonly details?: readonly { readonly path: string; readonly message: string }[];
    };
  };
}

const stub = stubAuth();

async function call(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const response = await stub.serve(
    new Request(`http://localhost/api/v1${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: text }),
    }),
  );
  return {
    status: response.status,
    headers: response.headers,
    json: (await response.json()) as Reply["json"],
  };
}

const token = { authorization: "Bearer good" };

describe("the table", () => {
  test("implements every row of the seed's deployment service", () => {
    const seeded = Object.values(documentedAuthApi.docs.routes).flatMap(({ seed }) => seed ?? []);
    for (const row of [
      "POST /auth/register",
      "POST /auth/login",
      "POST /auth/refresh",
      "POST /auth/api-keys",
      "GET /auth/api-keys",
      "DELETE /auth/api-keys/:id",
    ]) {
      expect(seeded).toContain(`A. Deployment service: ${row}`);
    }
  });

  test.each(routes)(
    "%s answers its example in the envelope with its own status",
    async (key, route) => {
      const { method, path, responses, security } = route.definition;
      const proof = security === "operator" ? { "x-api-key": "key" } : token;
      const example = documentedAuthApi.docs.routes[key as keyof typeof authApi.routes].example;
      const reply = await call(method, path.replace(/:\w+/, "x"), example?.body, proof);
      expect(reply.status, JSON.stringify(reply.json)).toBe(Number(Object.keys(responses)[0]));
      expect(reply.json).toEqual({ success: true, data: example?.response });
    },
  );

  test.each(routes.filter(([, route]) => route.definition.security !== undefined))(
    "%s without credentials is 401 UNAUTHORIZED with a challenge",
    async (_, { definition }) => {
      const reply = await call(definition.method, definition.path);
      expect(reply.status).toBe(401);
      expect(reply.json).toMatchObject({ success: false, error: { code: "UNAUTHORIZED" } });
      const challenge = definition.security === "operator" ? /^ApiKey/ : /^Bearer/;
      expect(reply.headers.get("www-authenticate")).toMatch(challenge);
    },
  );

  test("only the routes that begin, renew or end a login, and those of links and devices, are open", () => {
    const open = routes.filter(([, { definition }]) => definition.security === undefined);
    expect(open.map(([key]) => key)).toEqual([
      "register",
      "login",
      "refresh",
      "logout",
      "forgotPassword",
      "resetPassword",
      "verifyEmail",
      "loginWithFactor",
      "beginPasskeyLogin",
      "loginWithPasskey",
      "requestDeviceCode",
      "deviceToken",
      "listOpenIdProviders",
      "openIdLogin",
    ]);
  });

  test("stands under whatever prefix it is given", () => {
    expect(Object.keys(openapi({ ...documentedAuthApi, ...authApiAt("/x") }).paths)).toContain(
      "/x/auth/login",
    );
  });

  test("discovery has no prefix and no envelope", () => {
    const document = openapi(documentedAuthDiscoveryApi);
    expect(Object.keys(document.paths)).toEqual(["/.well-known/jwks.json", "/health"]);
    expect(authDiscoveryApi.wire.envelope).toBeUndefined();
    expect(JSON.stringify(document)).not.toContain('"data"');
  });

  test("the discovery examples fit their schemas", () => {
    for (const [key, { definition }] of Object.entries<Route>(authDiscoveryApi.routes)) {
      const { example } =
        documentedAuthDiscoveryApi.docs.routes[key as keyof typeof authDiscoveryApi.routes];
      expect(zodOf(definition.responses[200]!).safeParse(example?.response).error).toBeUndefined();
    }
  });
});

describe("credentials", () => {
  test("a token is judged where a key is there too", async () => {
    await call("GET", "/auth/me", undefined, { ...token, "x-api-key": "key" });
    expect(stub.calls[0]?.identity).toBe("bearer good");
  });

  test.each(["Bearer bad", "bearer bad", "Bearer", "Bearer "])(
    "a good key does not rescue %j",
    async (authorization) => {
      const reply = await call("GET", "/auth/me", undefined, { authorization, "x-api-key": "key" });
      expect(reply.json.error?.code).toBe("INVALID_TOKEN");
    },
  );

  test("a key stands alone, its header in any case, and beside another scheme", async () => {
    await call("GET", "/auth/me", undefined, { "X-Api-KEY": "key", authorization: "Basic eDp5" });
    expect(stub.calls[0]?.identity).toBe("apiKey key");
  });

  test.each(["/auth/sessions", "/auth/password"])("%s takes no key", async (path) => {
    const method = path === "/auth/password" ? "POST" : "GET";
    const reply = await call(method, path, undefined, { "x-api-key": "key" });
    expect(reply.json.error?.code).toBe("UNAUTHORIZED");
  });
});

const user = { email: "ada@example.com", password: "correct horse battery" };
const key = { name: "ci", permissions: ["read"] };
const deployment = { name: "bridge", chains: ["base"] };
const mega = "a".repeat(12_000);

describe("bad bodies are 400 VALIDATION_ERROR with the place of each fault", () => {
  test.each([
    ["/auth/register", {}, ["email", "password"]],
    ["/auth/register", { ...user, email: "" }, ["email"]],
    ["/auth/register", { ...user, email: "ada" }, ["email"]],
    ["/auth/register", { ...user, email: "ada@example" }, ["email"]],
    ["/auth/register", { ...user, email: "a d a@example.com" }, ["email"]],
    ["/auth/register", { ...user, email: "ada\0@example.com" }, ["email"]],
    ["/auth/register", { ...user, email: `${"a".repeat(250)}@example.com` }, ["email"]],
    ["/auth/register", { ...user, email: 5 }, ["email"]],
    ["/auth/register", { ...user, email: ["ada@example.com"] }, ["email"]],
    ["/auth/register", { ...user, password: null }, ["password"]],
    ["/auth/register", { ...user, password: "" }, ["password"]],
    ["/auth/register", { ...user, password: "correct\0horse" }, ["password"]],
    ["/auth/register", { ...user, name: 7 }, ["name"]],
    ["/auth/register", { ...user, name: mega }, ["name"]],
    ["/auth/register", { ...user, name: "a\nb" }, ["name"]],
    ["/auth/register", { ...user, name: "\ud800" }, ["name"]],
    ["/auth/login", { email: "", password: "" }, ["email", "password"]],
    ["/auth/login", { ...user, password: "a\0b" }, ["password"]],
    ["/auth/login", { ...user, password: {} }, ["password"]],
    ["/auth/refresh", {}, ["refreshToken"]],
    ["/auth/refresh", { refreshToken: 1 }, ["refreshToken"]],
    ["/auth/refresh", { refreshToken: "rt", rotate: "yes" }, ["rotate"]],
    ["/auth/logout", { refreshToken: "" }, ["refreshToken"]],
    ["/auth/password", { currentPassword: "x" }, ["newPassword"]],
    ["/auth/api-keys", { ...key, name: "" }, ["name"]],
    ["/auth/api-keys", { ...key, name: "a".repeat(101) }, ["name"]],
    ["/auth/api-keys", { ...key, permissions: [] }, ["permissions"]],
    ["/auth/api-keys", { ...key, permissions: ["read", "read"] }, ["permissions"]],
    ["/auth/api-keys", { ...key, permissions: ["write"] }, ["permissions.0"]],
    ["/auth/api-keys", { ...key, permissions: "read" }, ["permissions"]],
    ["/auth/api-keys", { ...key, expiresInDays: 0 }, ["expiresInDays"]],
    ["/auth/api-keys", { ...key, expiresInDays: 366 }, ["expiresInDays"]],
    ["/auth/api-keys", { ...key, expiresInDays: 1.5 }, ["expiresInDays"]],
    ["/auth/api-keys", { ...key, expiresInDays: "7" }, ["expiresInDays"]],
    ["/auth/api-keys/verify", { key: "" }, ["key"]],
    ["/auth/api-keys/verify", { key: "bk", permission: "own" }, ["permission"]],
    ["/deployments", { ...deployment, chains: [] }, ["chains"]],
    ["/deployments", { ...deployment, chains: Array(33).fill("base") }, ["chains"]],
    ["/deployments", { ...deployment, chains: ["base", ""] }, ["chains.1"]],
    ["/deployments", { ...deployment, name: mega }, ["name"]],
    ["/transactions", { deploymentId: "x", chain: "base" }, ["hash"]],
    ["/transactions", { deploymentId: "x", chain: "base", hash: "0\0" }, ["hash"]],
  ])("%s %.60j", async (path, body, places) => {
    const before = stub.calls.length;
    const { status, json } = await call("POST", path, body, token);
    expect(status).toBe(400);
    expect(json.error?.code).toBe("VALIDATION_ERROR");
    expect(json.error?.details?.map((detail) => detail.path)).toEqual(
      expect.arrayContaining(places),
    );
    expect(stub.calls).toHaveLength(before);
  });

  test.each(["", "{", "[]", "null", '{"email":1,"email":2}', "[".repeat(15_000), "\u{feff}{"])(
    "a body that is no object of JSON: %.20j",
    async (body) => {
      const { status, json } = await call("POST", "/auth/login", body);
      expect(status).toBe(400);
      expect(json.error?.code).toBe("VALIDATION_ERROR");
    },
  );

  test("no fault of a password repeats the password", async () => {
    const password = "hunter2-\0-hunter2";
    const { json } = await call("POST", "/auth/register", { ...user, password });
    expect(JSON.stringify(json)).not.toContain("hunter2");
  });

  test.each(["limit=0", "limit=101", "limit=x", "limit=1&limit=2", "cursor=", "cursor=%00"])(
    "the list query %s is refused",
    async (query) => {
      const { status, json } = await call("GET", `/deployments?${query}`, undefined, token);
      expect(status).toBe(400);
      expect(json.error?.code).toBe("VALIDATION_ERROR");
    },
  );
});

describe("what is let through", () => {
  test("unknown body fields are dropped", async () => {
    await call("POST", "/auth/register", { ...user, role: "root", id: 1 });
    expect(stub.calls[0]?.body).toEqual(user);
  });

  test("an e-mail is trimmed, a password is not touched", async () => {
    await call("POST", "/auth/register", {
      email: "  Ada@Example.com ",
      password: "  pass word  ",
    });
    expect(stub.calls[0]?.body).toEqual({ email: "Ada@Example.com", password: "  pass word  " });
  });

  test("a login may name any e-mail and password that could be a text", async () => {
    expect((await call("POST", "/auth/login", { email: "nobody", password: "x" })).status).toBe(
      200,
    );
  });
});

describe("transport faults in the API's own codes", () => {
  test("a body past the limit is PAYLOAD_TOO_LARGE", async () => {
    const reply = await call("POST", "/auth/login", { ...user, more: "a".repeat(16_384) });
    expect(reply.status).toBe(413);
    expect(reply.json.error?.code).toBe("PAYLOAD_TOO_LARGE");
    expect(reply.headers.get("x-error-code")).toBe("PAYLOAD_TOO_LARGE");
  });

  test("another media type is UNSUPPORTED_MEDIA_TYPE", async () => {
    const reply = await call("POST", "/auth/login", "a=b", {
      "content-type": "application/x-www-form-urlencoded",
    });
    expect(reply.status).toBe(415);
    expect(reply.json.error?.code).toBe("UNSUPPORTED_MEDIA_TYPE");
  });

  test("a broken percent-encoding is VALIDATION_ERROR, an unknown path NOT_FOUND", async () => {
    const broken = await call("GET", "/deployments/%ff", undefined, token);
    expect([broken.status, broken.json.error?.code]).toEqual([400, "VALIDATION_ERROR"]);
    const unknown = await call("GET", "/nowhere");
    expect([unknown.status, unknown.json.error?.code]).toEqual([404, "NOT_FOUND"]);
  });
});

describe("the document", () => {
  const document = openapi(documentedAuthApi);

  test("is JSON and names only this API's codes", () => {
    const text = JSON.stringify(document);
    expect(JSON.parse(text)).toEqual(document);
    expect(text).not.toMatch(/INVALID_PARAMETERS|BODY_TOO_LARGE/);
  });

  test("holds every route once and resolves every reference", () => {
    const operations = Object.values(document.paths).flatMap((place) => Object.values(place));
    expect(operations.map((found) => found["operationId"])).toEqual(
      expect.arrayContaining(routes.map(([name]) => name)),
    );
    expect(operations).toHaveLength(routes.length);
    const names = Object.keys(document.components["schemas"] as object);
    for (const [, name] of JSON.stringify(document).matchAll(/schemas\/(\w+)"/g)) {
      expect(names).toContain(name);
    }
  });

  test("a bad body's answer has details, one that asks for a second factor its challenge; others have none", () => {
    const post = document.paths["/api/v1/auth/login"]?.["post"] as {
      responses: Record<string, { content: unknown }>;
    };
    const schemas = document.components["schemas"] as Record<string, object>;
    const errorOf = (response: { content: unknown } | undefined): string => {
      const [, name = ""] = /schemas\/(\w+)"/.exec(JSON.stringify(response?.content)) ?? [];
      return JSON.stringify(schemas[name]);
    };
    expect(errorOf(post.responses["400"])).toContain('"details"');
    expect(errorOf(post.responses["401"])).toContain('"challenge"');
    expect(errorOf(post.responses["429"])).not.toContain('"details"');
  });
});
