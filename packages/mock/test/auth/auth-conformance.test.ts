import { authCollections, createAuthCore } from "@bourse/auth-core";
import { authConformance, type ConformanceTarget } from "@bourse/conformance/auth";
import { serveFetch } from "@bourse/contract";
import { authApi } from "@bourse/contract/auth";
import { createPasswordHasher } from "@bourse/credentials";
import { bindAuthApi } from "@bourse/handlers/auth";
import { createMemoryStore } from "@bourse/kernel";
import { beforeAll, describe, expect, test } from "vitest";

import { createAuthMock } from "../../src/auth/index.ts";

describe("the mock", () => {
  let target: ConformanceTarget;
  beforeAll(async () => {
    target = await createAuthMock();
  });
  authConformance({ test, target: () => target });
});

describe("the mock under another prefix", () => {
  let target: ConformanceTarget;
  beforeAll(async () => {
    target = await createAuthMock({ prefix: "/access" });
  });
  authConformance({ test, target: () => target, prefix: "/access" });
});

describe("the fetch handler", () => {
  let target: ConformanceTarget;
  beforeAll(async () => {
    const core = await createAuthCore({
      store: createMemoryStore({ collections: authCollections }),
      masterKey: new Uint8Array(32).fill(1),
      hasher: createPasswordHasher({ memoryKibibytes: 8, passes: 1, maxQueued: 1000 }),
    });
    const serve = serveFetch(authApi.wire, bindAuthApi(core, { validateResponses: true }));
    target = {
      baseUrl: "http://service",
      fetch: (input, init) => serve(new Request(input, init)),
    };
  });
  authConformance({ test, target: () => target });
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
    expect(skipped).toEqual([`${name}: it lets everyone in`]);
    expect(() => authConformance({ test, target, except: { x: "y" } })).toThrow(/no case/);
  });
});
