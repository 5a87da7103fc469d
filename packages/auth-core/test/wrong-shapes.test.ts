import { createMemoryStore, hasCode } from "@bourse/kernel";
import { beforeAll, expect, test } from "vitest";

import {
  callWithWrongShapes,
  faultsIn,
  functionsOf,
  type GoodCalls,
} from "../../../test/support/wrong-shapes.ts";
import { authCollections, AuthError, createAuthCore, type AuthCore } from "../src/index.ts";

let core: AuthCore;
let good: GoodCalls;

const credential = { id: "AAAA", rawId: "AAAA", type: "public-key" } as const;
const attestation = {
  ...credential,
  response: { clientDataJSON: "AAAA", attestationObject: "AAAA", transports: ["internal"] },
};
const assertion = {
  ...credential,
  response: { clientDataJSON: "AAAA", authenticatorData: "AAAA", signature: "AAAA" },
};

beforeAll(async () => {
  core = await createAuthCore({
    store: createMemoryStore({ collections: authCollections }),
    masterKey: new Uint8Array(32).fill(1),
    registrationsPerHour: 10_000,
  });
  const account = { email: "ada@example.com", password: "correct horse battery", name: "Ada" };
  const origin = { ip: "203.0.113.7", userAgent: "test" };
  const { user, refreshToken, token } = await core.accounts.register(account);
  const { id: keyId, key } = await core.keys.create(user.id, { name: "ci", permissions: ["read"] });
  const deployment = { name: "one", chains: ["ethereum"] };
  const { id: deploymentId } = await core.registry.createDeployment(user.id, deployment);
  const hash = `0x${"1".repeat(64)}`;
  await core.registry.createTransaction(user.id, { deploymentId, chain: "ethereum", hash });
  const sessionId = "no such session";
  const page = { limit: 5, cursor: "another list's" };
  const request = { route: "GET /x", bytes: 1, cost: 1, address: "203.0.113.7", origin: "x" };
  const facts = { action: "test", actor: "system" };
  good = {
    "accounts.register": [account, origin],
    "accounts.login": [{ email: account.email, password: account.password }, origin],
    "accounts.loginWithFactor": [{ challenge: "x", code: "123456" }, origin],
    "factors.list": [user.id],
    "factors.addTotp": [user.id],
    "factors.confirmTotp": [user.id, { id: "x", code: "123456" }, origin],
    "factors.beginPasskey": [user.id],
    "factors.addPasskey": [user.id, { credential: attestation }, origin],
    "accounts.beginPasskeyLogin": [{}],
    "accounts.loginWithPasskey": [{ credential: assertion }, origin],
    "factors.remove": [user.id, "no such factor", origin],
    "factors.removeAll": ["nobody@example.com"],
    "factors.devices": ["x"],
    "factors.forgetDevice": ["x", "x", origin],
    "factors.requireStepUp": [{ userId: user.id, sessionId }],
    "factors.stepUp": [{ userId: user.id, sessionId }, { challenge: "x", code: "123456" }, origin],
    "accounts.changePassword": [
      user.id,
      sessionId,
      { currentPassword: "x", newPassword: "y" },
      origin,
    ],
    "accounts.changeEmail": [
      user.id,
      sessionId,
      { email: "a@example.com", currentPassword: "x" },
      origin,
    ],
    "accounts.requestPasswordReset": ["nobody@example.com", origin],
    "accounts.resetPassword": [{ token: "x", password: "y" }, origin],
    "accounts.passwordResetLink": ["nobody@example.com"],
    "accounts.emailState": [user.id],
    "accounts.requestEmailVerification": [user.id, origin],
    "accounts.verifyEmail": ["x", origin],
    "devices.request": [{ clientName: "cli" }, origin],
    "devices.find": [user.id, "WDJB-MJHT", origin],
    "devices.approve": [user.id, sessionId, "WDJB-MJHT", origin],
    "devices.deny": [user.id, sessionId, "WDJB-MJHT", origin],
    "devices.login": ["dc_x", origin],
    "openId.providers": [],
    "openId.begin": [{ provider: "google", challenge: "x" }, origin],
    "openId.finish": [{ provider: "google", search: "?state=x" }, origin],
    "openId.login": [{ code: "oc_x", verifier: "x" }, origin],
    "openId.list": [user.id],
    "openId.link": [user.id, { code: "oc_x", verifier: "x" }, origin],
    "openId.unlink": [user.id, "x", origin],
    "personalData.export": [user.id],
    "personalData.requestDeletion": [user.id, sessionId, { password: "x" }, origin],
    "personalData.cancelDeletion": [user.id, origin],
    "personalData.deletionTime": [user.id],
    "personalData.deleteNow": ["nobody@example.com"],
    "mails.start": [],
    "mails.deliverDue": [],
    "mails.measure": [],
    "webhooks.create": [user.id, { url: "https://hooks.example", events: ["*"] }],
    "webhooks.list": [user.id],
    "webhooks.get": [user.id, "x"],
    "webhooks.change": [user.id, "x", { url: "https://h.example", events: ["*"], enabled: true }],
    "webhooks.rotate": [user.id, "x", 60],
    "webhooks.remove": [user.id, "x"],
    "webhooks.deliveries": [user.id, "x", page],
    "webhooks.replay": [user.id, "x", "y"],
    "webhooks.start": [],
    "webhooks.deliverDue": [],
    "webhooks.measure": [],
    "accounts.changeName": [user.id, "Ada"],
    "accounts.disable": ["nobody@example.com"],
    "accounts.add": ["grace@example.com"],
    "accounts.enable": ["nobody@example.com"],
    "accounts.get": [user.id],
    "users.list": [{ email: "ada@", status: "active", ...page }],
    "users.get": [user.id],
    "users.disable": ["nobody", origin],
    "users.setRole": ["no such account", "owner", origin],
    "users.enable": ["nobody", origin],
    "sessions.refresh": [refreshToken, { rotate: false }, origin],
    "sessions.logout": ["not a token", origin],
    "sessions.list": [user.id],
    "sessions.endIfLive": [user.id, sessionId, origin],
    "sessions.end": [user.id, sessionId, origin],
    "sessions.endEverybody": [],
    "keys.create": [
      user.id,
      { name: "ci", permissions: ["read"], expiresInDays: 5, parentId: keyId },
      origin,
    ],
    "keys.page": [user.id, page],
    "keys.update": [
      user.id,
      keyId,
      {
        name: "ci",
        limits: { requests: 1_000_000, bytes: 1_000_000, cost: 1_000_000, windowSeconds: 1 },
        addresses: ["203.0.113.7"],
        origins: ["https://app.example.com"],
      },
      origin,
    ],
    "keys.rotate": ["no such user", keyId, { graceSeconds: 5 }, origin],
    "keys.usage": [user.id, keyId, { limit: 5 }],
    "keys.usageSums": [user.id, keyId, { per: "day", from: 0 }],
    "keys.list": [user.id],
    "keys.get": [user.id, keyId],
    "keys.revoke": [user.id, "no such key", origin],
    "keys.authenticate": [key, origin, request],
    "keys.verify": [key, "read", origin, request],
    "keys.forgetAll": [],
    "guard.identify": [{ token, authorization: `Bearer ${token}`, apiKey: key }, origin],
    "guard.authorize": [{ token, authorization: `Bearer ${token}`, apiKey: key }, "read", origin],
    "organizations.create": [user.id, { name: "Engines" }, origin],
    "organizations.list": [user.id],
    "organizations.get": [user.id, "x"],
    "organizations.rename": [user.id, "x", "Engines", origin],
    "organizations.remove": [user.id, "x", origin],
    "organizations.members": [user.id, "x"],
    "organizations.changeRole": [user.id, "x", { userId: user.id, role: "member" }, origin],
    "organizations.removeMember": [user.id, "x", user.id, origin],
    "organizations.invite": [
      user.id,
      { organizationId: "x", email: "grace@example.com", role: "member" },
      origin,
    ],
    "organizations.invitations": [user.id, "x"],
    "organizations.revokeInvitation": [user.id, "x", origin],
    "organizations.acceptInvitation": [user.id, { token: "x", id: "x" }, origin],
    "organizations.nameOf": ["x"],
    "organizations.requireRole": [user.id, "x", "member"],
    "registry.createDeployment": [user.id, deployment],
    "registry.listDeployments": [user.id, page],
    "registry.getDeployment": [user.id, deploymentId],
    "registry.moveDeployment": [user.id, deploymentId, "deploying"],
    "registry.createTransaction": [user.id, { deploymentId, chain: "ethereum", hash }],
    "registry.listTransactions": [user.id, page],
    "registry.getTransaction": [user.id, hash],
    "registry.moveTransaction": [user.id, hash, "confirmed"],
    "registry.usage": [user.id, 1],
    "audit.on": [() => undefined],
    "signingKeys.signer": [],
    "signingKeys.verifier": ["no such key"],
    "signingKeys.jwks": [],
    "signingKeys.rotate": [],
    "signingKeys.maintain": [],
    "trail.append": [facts],
    "trail.appendIn": [createMemoryStore({ collections: authCollections }), facts],
    "trail.flush": [],
    "trail.find": [
      { action: "x", actor: "x", account: "x", outcome: "ok", from: 1, to: 2, ...page },
    ],
    "trail.verify": [{ sequence: 1, hash: "x" }],
    maintain: [],
  };
});

test("every call is tried", () => {
  // The sets of permissions and roles are the host's own, whose calls have their own tests.
  const isOwn = (name: string): boolean => !/^(?:permissions|roles)\./.test(name);
  const calls = functionsOf(core).filter(isOwn);
  expect(calls.toSorted()).toEqual([...Object.keys(good), "close"].toSorted());
});

test("a part of an argument that has the wrong shape is VALIDATION_ERROR, in every call", async () => {
  const made = await callWithWrongShapes(core, good);
  expect(made.length).toBeGreaterThan(2000);
  const isOwn = (error: unknown): boolean =>
    error instanceof AuthError || hasCode(error, "STORE_CURSOR_INVALID");
  expect(faultsIn(made, isOwn, ["VALIDATION_ERROR"], ["guard.", "signingKeys."])).toEqual([]);
});

test("the error has the path of the part, as a value that does not fit has", async () => {
  const register = (input: unknown): Promise<unknown> => core.accounts.register(input as never);
  for (const [input, path] of [
    [undefined, "input"],
    ["text", "input"],
    [{}, "email"],
    [{ email: 5, password: "x" }, "email"],
    [{ email: "no address", password: "x" }, "email"],
    [{ email: "bob@example.com", password: null }, "password"],
  ] as const) {
    const refused = { code: "VALIDATION_ERROR", details: { path } };
    await expect(register(input), JSON.stringify(input)).rejects.toMatchObject(refused);
  }
  await expect(core.accounts.get(5 as never)).rejects.toMatchObject({
    details: { path: "userId" },
  });
});
