import assert from "node:assert/strict";

import {
  ApiKeyDetail,
  Invitation,
  Member,
  Organization,
  type OrganizationRole,
} from "@bourse/contract/auth";

import { shown } from "../http/expect.ts";
import { type Account, type AuthCase, type AuthService, newEmail } from "./auth-service.ts";
import { expectError, expectOk } from "./expect.ts";

const FIELDS = ["id", "name", "role", "createdAt"];
const NAME = "Analytical Engines";

/** Id of a new organization of an account. */
async function newOrganization({ call }: AuthService, { token }: Account): Promise<string> {
  const made = await call("POST", "/organizations", { token, body: { name: NAME } });
  const { id, role } = expectOk(made, 201, Organization, FIELDS);
  assert.equal(role satisfies OrganizationRole, "owner");
  return id;
}

/** Organizations, as far as they can be seen without the mails of the service. */
export const organizationCases: readonly AuthCase[] = [
  {
    name: "an organization is created, read, renamed and deleted by its owner",
    run: async (service) => {
      const account = await service.signUp();
      const { token, id: userId, email } = account;
      const id = await newOrganization(service, account);
      const path = `/organizations/${id}`;
      const read = expectOk(await service.call("GET", path, { token }), 200, Organization, FIELDS);
      assert.deepEqual([read.id, read.name, read.role], [id, NAME, "owner"]);
      const list = await service.call("GET", "/organizations", { token });
      assert.ok(list.text.includes(id), shown(list));
      const members = await service.call("GET", `${path}/members`, { token });
      const [first, ...others] = (members.json as { data: readonly unknown[] }).data;
      const member = Member.parse(first);
      assert.deepEqual([member.userId, member.email, others], [userId, email, []]);
      const renamed = await service.call("PATCH", path, { token, body: { name: "Engines" } });
      assert.equal(expectOk(renamed, 200, Organization, FIELDS).name, "Engines");
      assert.equal((await service.call("DELETE", path, { token })).status, 200);
      expectError(await service.call("GET", path, { token }), 404, "NOT_FOUND");
    },
  },
  {
    name: "the last owner of an organization neither leaves nor gives the role away",
    run: async (service) => {
      const account = await service.signUp();
      const { token, id: userId } = account;
      const id = await newOrganization(service, account);
      const path = `/organizations/${id}/members/${userId}`;
      const body = { role: "member" };
      expectError(await service.call("PATCH", path, { token, body }), 409, "LAST_OWNER");
      expectError(await service.call("DELETE", path, { token }), 409, "LAST_OWNER");
    },
  },
  {
    name: "an organization owns its API keys and their records, and is deleted without keys only",
    run: async (service) => {
      const account = await service.signUp();
      const { token } = account;
      const organizationId = await newOrganization(service, account);
      const made = await service.makeKey(account, ["read", "deploy"], { organizationId });
      const { id, key } = made;
      const answer = await service.call("GET", `/auth/api-keys/${id}`, { token });
      const detail = ApiKeyDetail.parse((answer.json as { data: unknown }).data);
      assert.equal(detail.organizationId, organizationId);
      const own = await service.call("GET", "/auth/api-keys", { token });
      assert.ok(!own.text.includes(id), shown(own));
      const query = `organizationId=${organizationId}`;
      const theirs = await service.call("GET", `/auth/api-keys?${query}`, { token });
      assert.ok(theirs.text.includes(id), shown(theirs));
      const body = { name: "bridge", chains: ["base"] };
      const deployed = await service.call("POST", "/deployments", { key, body });
      const { id: deployment } = (deployed.json as { data: { id: string } }).data;
      const path = `/deployments/${deployment}`;
      expectError(await service.call("GET", path, { token }), 404, "NOT_FOUND");
      assert.equal((await service.call("GET", path, { key })).status, 200);
      assert.equal((await service.call("GET", `${path}?${query}`, { token })).status, 200);
      const organization = `/organizations/${organizationId}`;
      expectError(await service.call("DELETE", organization, { token }), 409, "CONFLICT");
      assert.equal((await service.call("DELETE", `/auth/api-keys/${id}`, { token })).status, 200);
      assert.equal((await service.call("DELETE", organization, { token })).status, 200);
      expectError(await service.call("GET", path, { key }), 401, "INVALID_API_KEY");
    },
  },
  {
    name: "an organization is not there for others: 404 on every route, with keys and tokens",
    run: async (service) => {
      const [owner, other] = [await service.signUp(), await service.signUp()];
      const id = await newOrganization(service, owner);
      const { token } = other;
      const { key } = await service.makeKey(other, ["admin"]);
      const path = `/organizations/${id}`;
      const calls = [
        ["GET", path],
        ["PATCH", path, { name: "Mine" }],
        ["DELETE", path],
        ["GET", `${path}/members`],
        ["PATCH", `${path}/members/${owner.id}`, { role: "member" }],
        ["DELETE", `${path}/members/${owner.id}`],
        ["GET", `/invitations?organizationId=${id}`],
        ["POST", "/invitations", { organizationId: id, email: newEmail() }],
        ["POST", "/auth/api-keys", { name: "k", permissions: ["read"], organizationId: id }],
        ["GET", `/auth/api-keys?organizationId=${id}`],
        ["GET", `/deployments?organizationId=${id}`],
        ["GET", `/transactions?organizationId=${id}`],
        ["GET", `/billing/usage?organizationId=${id}`],
      ] as const;
      for (const [method, at, body] of calls) {
        const given = body === undefined ? {} : { body };
        const answer = await service.call(method, at, { token, ...given });
        expectError(answer, 404, "NOT_FOUND");
        const byKey = await service.call(method, at, { key, ...given });
        assert.ok([401, 403, 404].includes(byKey.status), shown(byKey));
      }
    },
  },
  {
    name: "an invitation is listed and revoked, where the service sends mails",
    run: async (service) => {
      const account = await service.signUp();
      const { token } = account;
      const organizationId = await newOrganization(service, account);
      const body = { organizationId, email: newEmail() };
      const made = await service.call("POST", "/invitations", { token, body });
      if (made.status === 501) return expectError(made, 501, "MAIL_UNAVAILABLE");
      const { id, role } = expectOk(made, 201, Invitation, Object.keys(Invitation.shape));
      assert.equal(role, "member");
      const path = `/invitations?organizationId=${organizationId}`;
      assert.ok((await service.call("GET", path, { token })).text.includes(id));
      assert.ok(!(await service.call("GET", "/invitations", { token })).text.includes(id));
      assert.equal((await service.call("DELETE", `/invitations/${id}`, { token })).status, 200);
      expectError(await service.call("DELETE", `/invitations/${id}`, { token }), 404, "NOT_FOUND");
    },
  },
  {
    name: "a made-up link of an invitation is refused",
    run: async ({ call, signUp }) => {
      const { token } = await signUp();
      for (const made of ["iv_made-up", `iv_${"a".repeat(43)}`]) {
        const answer = await call("POST", "/invitations/accept", { token, body: { token: made } });
        expectError(answer, 400, "LINK_INVALID");
      }
      const body = { id: crypto.randomUUID() };
      expectError(await call("POST", "/invitations/accept", { token, body }), 404, "NOT_FOUND");
    },
  },
];
