import { curationConformance, type CurationConformanceTarget } from "@bourse/conformance/curation";
import { serveFetch } from "@bourse/contract";
import { curationApi } from "@bourse/contract/curation";
import { createPasswordHasher } from "@bourse/credentials";
import { createCurationCore, curationCollections } from "@bourse/curation-core";
import { bindCurationApi } from "@bourse/handlers/curation";
import { createManualClock, createMemoryStore } from "@bourse/kernel";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createCurationMock } from "../../src/curation/index.ts";

const passkeys = {
  publicUrl: "https://markets.example",
  webauthn: () => import("@simplewebauthn/server"),
};
const admin = { email: "root@example.com", password: "correct horse battery" };

/** The codes that nobody causes from outside alone; each has a test of its own beside the server or the core. */
const ELSEWHERE = new Set([
  "BUSY",
  "WALLET_NODE_UNAVAILABLE",
  "MAIL_UNAVAILABLE",
  "PASSKEYS_UNAVAILABLE",
  "WEBHOOKS_UNAVAILABLE",
  "OIDC_CODE_INVALID",
  "OIDC_REGISTRATION_REQUIRED",
]);

/**
 * Only for an account that is older than the reservation of its address, by mail, or by an OpenID provider; tested
 * beside core and server.
 */
const ROUTES_ELSEWHERE = new Set([
  "redeemAdminCode",
  "resetPassword",
  "requestEmailVerification",
  "requestDeletionCode",
  "verifyEmail",
  "replayWebhookDelivery",
  "openIdLogin",
  "linkIdentity",
  "unlinkIdentity",
]);

describe("the mock", () => {
  let target: CurationConformanceTarget;
  let close: () => Promise<void>;
  const seen = { routes: new Set<string>(), codes: new Set<string>() };
  beforeAll(async () => {
    const mock = await createCurationMock({ core: { adminEmails: [admin.email], passkeys } });
    close = mock.close;
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const response = await mock.fetch(new Request(input, init));
      note(seen, new Request(input, init), response);
      return response;
    };
    target = {
      baseUrl: mock.baseUrl,
      fetch,
      admin: { ...admin, code: () => mock.adminCode(admin.email) },
      advance: (time) => mock.clock.advance(time),
    };
  });
  afterAll(() => close());
  curationConformance({ test, target: () => target, timed: true });

  test("the suite reaches every route of the table", () => {
    const routes = Object.keys(curationApi.routes).filter((key) => !ROUTES_ELSEWHERE.has(key));
    expect(routes.filter((key) => !seen.routes.has(key))).toEqual([]);
  });

  test("the suite reaches every documented error code that can be caused from outside", () => {
    const routes = Object.values(curationApi.routes);
    const codes = new Set(routes.flatMap(({ definition }) => Object.keys(definition.errors ?? {})));
    const missed = [...codes].filter((code) => !seen.codes.has(code) && !ELSEWHERE.has(code));
    expect(missed).toEqual([]);
  });
});

describe("the fetch handler", () => {
  let target: CurationConformanceTarget;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const clock = createManualClock({ now: Date.UTC(2026, 0, 1) });
    const core = await createCurationCore({
      store: createMemoryStore({ collections: curationCollections }),
      masterKey: new Uint8Array(32).fill(1),
      hasher: createPasswordHasher({ memoryKibibytes: 8, passes: 1, maxQueued: 1000 }),
      adminEmails: [admin.email],
      keyPublishSeconds: 0,
      clock,
    });
    close = () => core.close();
    const serve = serveFetch(
      curationApi.wire,
      bindCurationApi(core, { validateResponses: true, clock }),
      { clientAddress: () => "127.0.0.1" },
    );
    target = {
      baseUrl: "http://service",
      fetch: (input, init) => serve(new Request(input, init)),
      admin: {
        ...admin,
        code: async () => (await core.admins.renewCodes(new Map())).codes.get(admin.email) ?? "",
      },
      advance: (time) => clock.advance(time),
    };
  });
  afterAll(() => close());
  curationConformance({ test, target: () => target, timed: true });
});

describe("the suite", () => {
  test("has no two cases of one name, and skips only what exists, with a reason", () => {
    const names: string[] = [];
    const skipped: string[] = [];
    const target = (): never => {
      throw new Error("not called");
    };
    const name = "broken JSON is 400 JSON_MALFORMED";
    curationConformance({
      test: (one) => names.push(one),
      target,
      except: { [name]: "it mends JSON" },
      onSkip: (one, reason) => skipped.push(`${one}: ${reason}`),
    });
    expect(names.length).toBeGreaterThan(60);
    expect(new Set(names).size).toBe(names.length);
    expect(names).not.toContain(name);
    expect(skipped).toContain(`${name}: it mends JSON`);
    expect(skipped.filter((line) => line.endsWith("the clock can't be moved"))).toHaveLength(5);
    expect(() => curationConformance({ test, target, except: { x: "y" } })).toThrow(/no case/);
  });
});

const PATTERNS = Object.entries(curationApi.routes).map(([key, { definition }]) => {
  const path = definition.path.replaceAll(/:\w+/g, "[^/]+");
  return { key, method: definition.method, path: new RegExp(`^/api/v1${path}$`) };
});

/** A route counts as reached by a success, a code by any refusal. */
function note(
  seen: { readonly routes: Set<string>; readonly codes: Set<string> },
  request: Request,
  response: Response,
): void {
  const { pathname } = new URL(request.url);
  const code = response.headers.get("x-error-code");
  if (code !== null) seen.codes.add(code);
  if (!response.ok) return;
  const found = PATTERNS.filter(
    ({ method, path }) => method === request.method && path.test(pathname),
  );
  // Literal segments win over parameters, as they do in the router.
  const literal = found.find(({ path }) => !path.source.includes("[^/]+"));
  const reached = literal ?? found[0];
  if (reached !== undefined) seen.routes.add(reached.key);
}
