import { authApi } from "@bourse/contract/auth";
import { describe, expect, test } from "vitest";

import { makeKey, signUp } from "./support/calls.ts";
import { runTestServer } from "./support/running-server.ts";

const PERMISSIONS = ["deploy", "read", "billing", "admin"] as const;
const SETTINGS = { AUTH_OPERATOR_KEY: "an-operator-key-of-the-tests" };

type Needed = (typeof PERMISSIONS)[number] | "any" | "token" | "nothing" | "operator";

/** Permission that each route requires; a route that is added to the contract does not compile until it stands here. */
const needed: Readonly<Record<keyof typeof authApi.routes, Needed>> = {
  register: "nothing",
  login: "nothing",
  refresh: "nothing",
  logout: "nothing",
  me: "any",
  updateMe: "token",
  changeEmail: "token",
  changePassword: "token",
  forgotPassword: "nothing",
  resetPassword: "nothing",
  emailState: "token",
  requestEmailVerification: "token",
  verifyEmail: "nothing",
  loginWithFactor: "nothing",
  listFactors: "token",
  beginPasskey: "token",
  addPasskey: "token",
  beginPasskeyLogin: "nothing",
  loginWithPasskey: "nothing",
  addTotp: "token",
  confirmTotp: "token",
  removeFactor: "token",
  listRememberedDevices: "token",
  forgetDevice: "token",
  stepUp: "token",
  requestDeviceCode: "nothing",
  findDevice: "token",
  approveDevice: "token",
  deviceToken: "nothing",
  listOpenIdProviders: "nothing",
  openIdLogin: "nothing",
  listIdentities: "token",
  linkIdentity: "token",
  unlinkIdentity: "token",
  exportAccount: "token",
  deleteAccount: "token",
  cancelDeletion: "token",
  listSessions: "token",
  endSession: "token",
  createApiKey: "admin",
  listApiKeys: "admin",
  verifyApiKey: "admin",
  getApiKey: "admin",
  updateApiKey: "admin",
  rotateApiKey: "admin",
  getApiKeyUsage: "admin",
  revokeApiKey: "admin",
  listDeployments: "read",
  createDeployment: "deploy",
  getDeployment: "read",
  moveDeployment: "deploy",
  listTransactions: "read",
  createTransaction: "deploy",
  getTransaction: "read",
  moveTransaction: "deploy",
  getUsage: "billing",
  createWebhook: "token",
  listWebhooks: "token",
  getWebhook: "token",
  updateWebhook: "token",
  deleteWebhook: "token",
  rotateWebhook: "token",
  listWebhookDeliveries: "token",
  replayWebhookDelivery: "token",
  createOrganization: "token",
  listOrganizations: "token",
  getOrganization: "token",
  updateOrganization: "token",
  deleteOrganization: "token",
  listMembers: "token",
  updateMember: "token",
  removeMember: "token",
  createInvitation: "token",
  listInvitations: "token",
  acceptInvitation: "token",
  revokeInvitation: "token",
  listAudit: "admin",
  listUsers: "operator",
  getUser: "operator",
  disableUser: "operator",
  enableUser: "operator",
  setUserRole: "operator",
};

/** Bodies that pass the contract, so that what answers is the permission and not the form. */
const bodies: Partial<Readonly<Record<keyof typeof authApi.routes, object>>> = {
  changePassword: { currentPassword: "wrong", newPassword: "long enough for this" },
  createApiKey: { name: "k", permissions: ["read"] },
  verifyApiKey: { key: "bk_live_x" },
  updateApiKey: { name: "k" },
  rotateApiKey: {},
  createDeployment: { name: "d", chains: ["base"] },
  createWebhook: { url: "https://hooks.example.com", events: ["*"] },
  moveDeployment: { status: "in_progress" },
  createTransaction: { deploymentId: "x", chain: "base", hash: "0x1" },
  moveTransaction: { status: "in_progress" },
  setUserRole: { role: "owner" },
};

const guarded = (Object.entries(needed) as [keyof typeof authApi.routes, Needed][]).filter(
  ([, need]) => need !== "nothing",
);

describe.each(guarded)("%s needs %s", (name, need) => {
  const { method, path } = authApi.routes[name].definition;
  const place = path.slice(1).replace(/:\w+/, "x");
  const body = bodies[name];
  const options = body === undefined ? {} : { body };

  test("no credentials are 401 UNAUTHORIZED with a challenge", async () => {
    const server = await runTestServer(SETTINGS);
    const answer = await server.call(method, place, options);
    expect([answer.status, answer.error?.code]).toEqual([401, "UNAUTHORIZED"]);
    expect(answer.headers.get("www-authenticate")).toContain(
      need === "operator" ? "ApiKey" : "Bearer",
    );
  });

  test(`a token is ${need === "operator" ? "refused" : "let through"}`, async () => {
    const server = await runTestServer(SETTINGS);
    const { token } = await signUp(server);
    const { status, error } = await server.call(method, place, { ...options, token });
    if (need === "operator") {
      expect([status, error?.code]).toEqual([403, "FORBIDDEN"]);
      return;
    }
    expect(status).not.toBe(403);
    if (name !== "changePassword") expect(status, error?.code).not.toBe(401);
  });

  test.each(PERMISSIONS)("a key with %s alone is judged by it", async (held) => {
    const server = await runTestServer(SETTINGS);
    const { token } = await signUp(server);
    const { key } = await makeKey(server, token, [held]);
    const { status, error } = await server.call(method, place, { ...options, key });
    if (need === "token") expect([status, error?.code]).toEqual([401, "UNAUTHORIZED"]);
    else if (need === "any" || held === need || (held === "admin" && need !== "operator")) {
      expect([200, 201, 404]).toContain(status);
    } else {
      expect([status, error?.code]).toEqual([403, "FORBIDDEN"]);
      expect(error?.message).toContain(
        need === "operator" ? "Only the operator of the service" : `"${need}"`,
      );
    }
  });
});

describe("what is another's", () => {
  test("is 404, whatever the caller may do on its own", async () => {
    const server = await runTestServer();
    const [ada, bob] = [await signUp(server), await signUp(server)];
    const { id } = await makeKey(server, ada.token, ["read"]);
    const deployed = await server.post(
      "deployments",
      { name: "d", chains: ["base"] },
      { token: ada.token },
    );
    const deployment = `deployments/${String(deployed.data["id"])}`;
    const sessions = await server.get<{ id: string }[]>("auth/sessions", { token: ada.token });
    for (const [method, path, body] of [
      ["GET", `auth/api-keys/${id}`, undefined],
      ["DELETE", `auth/api-keys/${id}`, undefined],
      ["PATCH", `auth/api-keys/${id}`, { name: "mine" }],
      ["POST", `auth/api-keys/${id}/rotate`, {}],
      ["GET", `auth/api-keys/${id}/usage`, undefined],
      ["DELETE", `auth/sessions/${sessions.data[0]?.id}`, undefined],
      ["GET", deployment, undefined],
      ["PATCH", deployment, { status: "in_progress" }],
    ] as const) {
      const options = { token: bob.token, ...(body === undefined ? {} : { body }) };
      const answer = await server.call(method, path, options);
      expect([path, answer.status, answer.error?.code]).toEqual([path, 404, "NOT_FOUND"]);
    }
    expect((await server.get(deployment, { token: ada.token })).data["status"]).toBe("pending");
    expect((await server.get("auth/me", { token: ada.token })).status).toBe(200);
  });

  test("a list shows the caller's own and nothing else", async () => {
    const server = await runTestServer();
    const [ada, bob] = [await signUp(server), await signUp(server)];
    await server.post("deployments", { name: "d", chains: ["base"] }, { token: ada.token });
    await makeKey(server, ada.token, ["read"]);
    for (const path of ["deployments", "transactions", "auth/api-keys"]) {
      expect((await server.get(path, { token: bob.token })).data).toEqual([]);
    }
  });
});
