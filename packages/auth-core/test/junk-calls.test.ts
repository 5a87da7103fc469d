import { createMemoryStore, isBourseError } from "@bourse/kernel";
import { expect, test } from "vitest";

import { callWithJunk } from "../../../test/support/junk-calls.ts";
import { authCollections, createAuthCore } from "../src/index.ts";

const core = () =>
  createAuthCore({
    store: createMemoryStore({ collections: authCollections }),
    masterKey: new Uint8Array(32).fill(1),
  });

test("every call with arguments of wrong types ends with an error of the house, never a raw one", async () => {
  const { calls, failed } = await callWithJunk(await core());
  expect(calls).toBeGreaterThan(1000);
  expect(failed.length).toBeGreaterThan(900);
  expect(failed.filter(({ error }) => !isBourseError(error))).toEqual([]);
});

test("the error names the call, the argument, what was expected and what was found", async () => {
  const { accounts, keys, guard } = await core();
  const untyped = accounts as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>;
  await expect(untyped["register"]?.({ email: 5, password: "x" })).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    message: '"auth.accounts.register: input.email" must be text, found 5.',
    details: { path: "email" },
  });
  await expect(untyped["login"]?.()).rejects.toThrow(
    '"auth.accounts.login: input" must be an object with email, password, deviceSecret, permissions, found undefined.',
  );
  await expect(keys.create("u", "deploy" as never)).rejects.toThrow(
    '"auth.keys.create: key" must be an object with name, permissions, expiresInDays',
  );
  expect(await guard.identify(undefined as never)).toEqual({ ok: false, code: "UNAUTHORIZED" });
  expect(await guard.identify({ token: 5 as never })).toEqual({ ok: false, code: "INVALID_TOKEN" });
});

test("a core offers the calls of its type and nothing of its inside", async () => {
  const { sessions, audit } = await core();
  expect(Object.keys(sessions)).toEqual([
    "refresh",
    "logout",
    "list",
    "endIfLive",
    "end",
    "endEverybody",
  ]);
  expect(Object.keys(audit)).toEqual(["on"]);
});
