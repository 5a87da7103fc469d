/**
 * Every route of access control that takes an id, called with the ids of an account and of an organization by others:
 * another account, a member of another organization, and one who was removed, with their tokens and keys.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import type { Route } from "@bourse/contract";
import { authApi } from "@bourse/contract/auth";
import { expect, test } from "vitest";

import { callsTo, makeKey, PASSWORD, signUp, type SignedUp } from "./support/calls.ts";
import { addTotp, challengeIn } from "./support/factors.ts";
import { runTestServer, type TestServer } from "./support/running-server.ts";

interface Made {
  readonly id: string;
}

const post = async <T = Made>(
  server: TestServer,
  path: string,
  body: object,
  options: object,
): Promise<T> => {
  const { status, data, text } = await server.post(path, body, options);
  if (status > 299) throw new Error(text);
  return data as T;
};

/** Makes an account a member of an organization, by the link of a mail. */
async function joins(
  server: TestServer,
  owner: SignedUp,
  organizationId: string,
  member: SignedUp,
  role: string,
): Promise<void> {
  const body = { organizationId, email: member.email, role };
  await post(server, "invitations", body, { token: owner.token });
  const mailed = async (): Promise<string> => {
    const mails = await readFile(join(server.folder, "mails.txt"), "utf8").catch(() => "");
    return new RegExp(`Mail to ${member.email}:[^#]*#invitation=(\\S+)`).exec(mails)?.[1] ?? "";
  };
  const token = await expect.poll(mailed, { timeout: 10_000 }).not.toBe("").then(mailed);
  await post(server, "invitations/accept", { token }, { token: member.token });
}

/** An account and an organization, with their ids by the place of the id in the path. */
async function world(server: TestServer) {
  const [ada, removed] = [await signUp(server), await signUp(server)];
  const by = { token: ada.token };
  const organization = await post(server, "organizations", { name: "Hidden Engines" }, by);
  const { id: organizationId } = organization;
  await joins(server, ada, organizationId, removed, "admin");
  const removedKey = await makeKey(server, removed.token, ["admin"]);
  const path = `organizations/${organizationId}/members/${removed.id}`;
  await server.delete(path, by);
  const key = await makeKey(server, ada.token, ["admin"], { name: "hidden key" });
  const shared = await makeKey(server, ada.token, ["admin"], {
    name: "hidden shared key",
    organizationId,
  });
  const asOrganization = { key: shared.key };
  const chains = ["base"];
  const deployed = await post(server, "deployments", { name: "hidden bridge", chains }, by);
  const theirs = await post(
    server,
    "deployments",
    { name: "hidden tower", chains },
    asOrganization,
  );
  const transaction = { deploymentId: deployed.id, chain: "base", hash: "0xhidden" };
  await post(server, "transactions", transaction, by);
  const hook = { url: "https://hidden.invalid/hook", events: ["*"] };
  const webhook = await post(server, "webhooks", hook, by);
  await makeKey(server, ada.token, ["read"]);
  const deliveries = await server.get<Made[]>(`webhooks/${webhook.id}/deliveries`, by);
  const email = "hidden@example.com";
  const invitation = await post(server, "invitations", { organizationId, email }, by);
  const sessions = await server.get<Made[]>("auth/sessions", by);
  const factor = await addTotp(server, ada.token);
  const { email: address } = ada;
  const asked = await server.post("auth/login", { email: address, password: PASSWORD });
  const answer = { ...challengeIn(asked), code: factor.recoveryCodes[0], remember: true };
  await post(server, "auth/login/factor", answer, {});
  const devices = await server.get<Made[]>("auth/remembered-devices", by);
  const ids: Readonly<Record<string, readonly string[]>> = {
    "/auth/factors/:id": [factor.id],
    "/auth/remembered-devices/:id": [devices.data[0]?.id ?? ""],
    "/auth/sessions/:id": [sessions.data[0]?.id ?? ""],
    "/auth/api-keys/:id": [key.id, shared.id],
    "/deployments/:id": [deployed.id, theirs.id],
    "/transactions/:hash": ["0xhidden"],
    "/webhooks/:id": [webhook.id],
    "/webhooks/:id/deliveries/:deliveryId": [`${webhook.id}/deliveries/${deliveries.data[0]?.id}`],
    "/organizations/:id": [organizationId],
    "/organizations/:id/members/:userId": [`${organizationId}/members/${ada.id}`],
    "/invitations/:id": [invitation.id],
    // Nobody has one here: those of others are tried beside a provider.
    "/auth/oidc/identities/:id": ["none"],
  };
  return { ada, key: key.key, shared: shared.key, organizationId, ids, removed, removedKey };
}

/** Bodies that pass the contract. */
const BODIES: Readonly<Record<string, object>> = {
  updateApiKey: { name: "mine" },
  rotateApiKey: {},
  moveDeployment: { status: "in_progress" },
  moveTransaction: { status: "in_progress" },
  updateWebhook: { enabled: false },
  rotateWebhook: {},
  replayWebhookDelivery: {},
  updateOrganization: { name: "mine" },
  updateMember: { role: "member" },
};

/** Routes with an id in their path that are for others than the operator. */
const routes = Object.entries<Route>(authApi.routes).filter(
  ([, { definition }]) => definition.path.includes(":") && definition.security !== "operator",
);

/** Paths of a route with the ids of the world in it. */
function pathsOf(
  path: string,
  ids: Readonly<Record<string, readonly string[]>>,
): readonly string[] {
  const known = Object.keys(ids).filter((one) => path === one || path.startsWith(`${one}/`));
  const longest = known.toSorted((a, b) => b.length - a.length)[0];
  if (longest === undefined) throw new Error(`name an id for ${path}`);
  const stem = longest.slice(0, longest.indexOf(":"));
  return (ids[longest] ?? []).map((id) => (stem + id + path.slice(longest.length)).slice(1));
}

/** All that the owner sees. */
async function seen(
  { url }: TestServer,
  given: Awaited<ReturnType<typeof world>>,
): Promise<string> {
  const owner = callsTo(url);
  const { ada, organizationId } = given;
  const by = { token: ada.token };
  const own = ["auth/api-keys?view=detail", "deployments", "transactions", "webhooks"];
  const theirs = ["auth/api-keys?view=detail", "deployments"].map(
    (path) => `${path}${path.includes("?") ? "&" : "?"}organizationId=${organizationId}`,
  );
  const groups = ["", "/members"].map((rest) => `organizations/${organizationId}${rest}`);
  const invited = `invitations?organizationId=${organizationId}`;
  const proofs = ["auth/factors", "auth/remembered-devices", "auth/sessions"];
  const paths = [...own, ...theirs, ...groups, invited, ...proofs];
  const answers = await Promise.all(paths.map((path) => owner.get(path, by)));
  return answers.map(({ status, text }) => `${status} ${text}`).join("\n");
}

test("an id of another account or organization is 404 for everybody else, and changes and shows nothing", async () => {
  const server = await runTestServer({ WEBHOOK_ALLOW_PRIVATE: "no" });
  const given = await world(server);
  const bob = await signUp(server);
  const other = await post(server, "organizations", { name: "Other" }, { token: bob.token });
  const bobsKey = await makeKey(server, bob.token, ["admin"]);
  const more = { organizationId: other.id };
  const othersKey = await makeKey(server, bob.token, ["admin"], more);
  const strangers: Readonly<Record<string, { token: string } | { key: string }>> = {
    "token of another account": { token: bob.token },
    "key of another account": { key: bobsKey.key },
    "key of another organization": { key: othersKey.key },
    "token of a removed member": { token: given.removed.token },
    "key of a removed member": { key: given.removedKey.key },
  };
  const before = await seen(server, given);
  expect(before).toContain("hidden tower");
  for (const [name, { definition }] of routes) {
    for (const path of pathsOf(definition.path, given.ids)) {
      for (const [who, credentials] of Object.entries(strangers)) {
        const body = BODIES[name];
        const call = { ...credentials, ...(body === undefined ? {} : { body }) };
        const { status, text } = await server.call(definition.method, path, call);
        const isClosed = "key" in credentials && definition.security === "bearer";
        expect([who, name, status, text]).toEqual([who, name, isClosed ? 401 : 404, text]);
        expect(text).not.toMatch(/hidden/i);
      }
    }
  }
  expect(await seen(server, given)).toBe(before);
});

test("an organization that a query or a body names is 404 for everybody else", async () => {
  const server = await runTestServer();
  const { organizationId, removed, removedKey, key } = await world(server);
  const bob = await signUp(server);
  const query = Object.values<Route>(authApi.routes).filter(
    ({ definition: { query: schema, path, method } }) =>
      schema !== undefined &&
      method === "GET" &&
      !path.includes(":") &&
      "organizationId" in (schema as unknown as { readonly shape: object }).shape,
  );
  expect(query.length).toBeGreaterThan(3);
  const bodies = {
    "auth/api-keys": { name: "mine", permissions: ["read"], organizationId },
    invitations: { organizationId, email: "mine@example.com" },
  };
  for (const token of [bob.token, removed.token]) {
    for (const { definition } of query) {
      const path = `${definition.path.slice(1)}?organizationId=${organizationId}`;
      expect([path, (await server.get(path, { token })).status]).toEqual([path, 404]);
    }
    for (const [path, body] of Object.entries(bodies)) {
      expect([path, (await server.post(path, body, { token })).status]).toEqual([path, 404]);
    }
  }
  // A key of the owner's account reaches nothing of its organizations either.
  for (const one of [removedKey.key, key]) {
    for (const { definition } of query.filter(({ definition: { security } }) =>
      [security].flat().includes("apiKey"),
    )) {
      const path = `${definition.path.slice(1)}?organizationId=${organizationId}`;
      expect([path, (await server.get(path, { key: one })).status]).toEqual([path, 404]);
    }
  }
});
