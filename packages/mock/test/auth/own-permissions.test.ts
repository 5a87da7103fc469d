/** A service with permissions of its host's own, through contract, handlers, client and mock. */

import { definePermissions, type PermissionOf } from "@bourse/auth-core";
import { createAuthClient } from "@bourse/client/auth";
import { authApiAt } from "@bourse/contract/auth";
import { expect, test } from "vitest";

import { createAuthMock } from "../../src/auth/index.ts";

const permissions = definePermissions({
  "notes:read": {},
  "notes:write": { implies: ["notes:read"] },
});
type Notes = PermissionOf<typeof permissions>;

test("keys are made, shown and verified with them over HTTP", async () => {
  const mock = await createAuthMock({ core: { permissions } });
  const { baseUrl, fetch } = mock;
  const client = createAuthClient<Notes>({ baseUrl, fetch });
  await client.register({ body: { email: "ada@example.com", password: "correct horse battery" } });
  expect((await client.me()).permissions).toEqual(["notes:read", "notes:write", "admin"]);
  const body = { name: "k", permissions: ["notes:write" as const] };
  const { id, key } = await client.createApiKey({ body });
  expect((await client.getApiKey({ params: { id } })).permissions).toEqual(["notes:write"]);
  const verdict = await client.verifyApiKey({ body: { key, permission: "notes:read" } });
  expect(verdict).toMatchObject({ valid: true, permissions: ["notes:write"] });
  const identity = await mock.core().guard.authorize({ apiKey: key }, "notes:read");
  expect(identity.keyId).toBe(id);
  await mock.close();
});

test("a name of another set is a VALIDATION_ERROR, and the routes of records take logins and admin alone", async () => {
  const { baseUrl, fetch, close } = await createAuthMock({ core: { permissions } });
  const client = createAuthClient<Notes>({ baseUrl, fetch });
  await client.register({ body: { email: "ada@example.com", password: "correct horse battery" } });
  const wrong = { name: "k", permissions: ["deploy" as Notes] };
  expect(await client.createApiKey.safe({ body: wrong })).toMatchObject({
    error: { code: "VALIDATION_ERROR" },
  });
  const { key } = await client.createApiKey({ body: { name: "k", permissions: ["notes:write"] } });
  const byKey = createAuthClient({ baseUrl, fetch, apiKey: key });
  expect(await byKey.listDeployments.safe()).toMatchObject({ error: { code: "FORBIDDEN" } });
  expect(await client.listDeployments()).toEqual([]);
  await close();
});

test("a wrong name is a type error for callers and in the contract", () => {
  const api = authApiAt("/api/v1", permissions.names);
  expect(api.routes.createApiKey.definition.body).not.toBe(
    authApiAt("/api/v1").routes.createApiKey.definition.body,
  );
  const { createApiKey, verifyApiKey } = createAuthClient<Notes>({ baseUrl: "http://notes.test" });
  // Compiled, never run.
  const compiled = (): unknown[] => [
    // @ts-expect-error no such permission in the set
    createApiKey({ body: { name: "k", permissions: ["deploy"] } }),
    // @ts-expect-error no such permission in the set
    verifyApiKey({ body: { key: "k", permission: "notes:delete" } }),
  ];
  expect(compiled).toBeTypeOf("function");
});
