import { authCollections, createAuthCore } from "@bourse/auth-core";
import { authConformance, type AuthConformanceTarget } from "@bourse/conformance/auth";
import { serveFetch } from "@bourse/contract";
import { authApi } from "@bourse/contract/auth";
import { createPasswordHasher } from "@bourse/credentials";
import { bindAuthApi } from "@bourse/handlers/auth";
import { createMemoryStore } from "@bourse/kernel";
import { beforeAll, describe, expect, test } from "vitest";

import { createAuthMock } from "../../src/auth/index.ts";

const passkeys = {
  publicUrl: "https://accounts.example",
  webauthn: () => import("@simplewebauthn/server"),
};
const operatorKey = "an-operator-key-of-the-tests";

describe("the mock", () => {
  let target: AuthConformanceTarget;
  beforeAll(async () => {
    target = { ...(await createAuthMock({ operatorKey, core: { passkeys } })), operatorKey };
  });
  authConformance({ test, target: () => target, operated: true });
});

describe("the mock under another prefix", () => {
  let target: AuthConformanceTarget;
  beforeAll(async () => {
    target = { ...(await createAuthMock({ prefix: "/access", operatorKey })), operatorKey };
  });
  authConformance({ test, target: () => target, prefix: "/access", operated: true });
});

describe("the fetch handler", () => {
  let target: AuthConformanceTarget;
  beforeAll(async () => {
    const core = await createAuthCore({
      store: createMemoryStore({ collections: authCollections }),
      masterKey: new Uint8Array(32).fill(1),
      hasher: createPasswordHasher({ memoryKibibytes: 8, passes: 1, maxQueued: 1000 }),
      passkeys,
    });
    const serve = serveFetch(
      authApi.wire,
      bindAuthApi(core, { validateResponses: true, isOperatorKey: (key) => key === operatorKey }),
      { clientAddress: () => "127.0.0.1" },
    );
    target = {
      baseUrl: "http://service",
      fetch: (input, init) => serve(new Request(input, init)),
      operatorKey,
    };
  });
  authConformance({ test, target: () => target, operated: true });
});

describe("the suite", () => {
  test("has no two cases of one name, and skips only what exists, with a reason", () => {
    const names: string[] = [];
    const skipped: string[] = [];
    const target = (): never => {
      throw new Error("not called");
    };
    const name = "no credentials are 401 UNAUTHORIZED";
    authConformance({
      test: (one) => names.push(one),
      target,
      except: { [name]: "it lets everyone in" },
      onSkip: (one, reason) => skipped.push(`${one}: ${reason}`),
    });
    expect(names.length).toBeGreaterThan(100);
    expect(new Set(names).size).toBe(names.length);
    expect(names).not.toContain(name);
    expect(skipped.filter((one) => !one.endsWith("the target has no operatorKey"))).toEqual([
      `${name}: it lets everyone in`,
    ]);
    // Without the operator's key its cases are left out: six of users, and the pages of their list.
    expect(skipped).toHaveLength(8);
    expect(() => authConformance({ test, target, except: { x: "y" } })).toThrow(/no case/);
  });
});
