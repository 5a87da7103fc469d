/** Events of accounts and API keys: each change with its event, in the same transaction. */
import type { WebhookRequest } from "@bourse/outbox";
import { describe, expect, test } from "vitest";

import { AUTH_EVENTS } from "../src/index.ts";
import { fixture, PASSWORD } from "./support/auth.ts";

const EMAIL = "ada@example.com";
const NEXT = "staple correct horse";

async function subscribed() {
  const requests: WebhookRequest[] = [];
  const links: string[] = [];
  const { auth: core } = await fixture({
    mail: {
      publicUrl: "https://accounts.example",
      sender: { send: async ({ text }) => void links.push(text) },
    },
    webhooks: {
      sender: {
        refusal: () => undefined,
        send: async (request) => {
          requests.push(request);
          return 204;
        },
      },
    },
  });
  const { user, session } = await core.accounts.register({ email: EMAIL, password: PASSWORD });
  await core.webhooks.create(user.id, { url: "https://hooks.example", events: ["*"] });
  const told = async (): Promise<readonly { type: string; data: object }[]> => {
    await core.webhooks.deliverDue();
    type Event = { readonly type: string; readonly data: object };
    const bodies = requests.splice(0).map(({ body }) => JSON.parse(body) as Event);
    return bodies.map(({ type, data }) => ({ type, data }));
  };
  return { core, user, session, links, told };
}

/** The token of the newest mail with a link that proves an address; notices of the same instant come in any order. */
function proofIn(mails: readonly string[]): string {
  const newest = mails.findLast((mail) => mail.includes("verify-email="));
  return /verify-email=(\S+)/.exec(newest ?? "")?.[1] ?? "";
}

describe("a webhook of an account gets", () => {
  test("an event for each change of the account, and for each login", async () => {
    const { core, user, session, links, told } = await subscribed();
    const { accounts } = core;
    const all: string[] = [];
    const next = async (): Promise<void> => {
      const events = await told();
      for (const { type, data } of events) {
        expect(data, type).toMatchObject({ userId: user.id });
        all.push(type);
      }
    };
    await accounts.changePassword(user.id, session.id, {
      currentPassword: PASSWORD,
      newPassword: NEXT,
    });
    await next();
    await accounts.requestEmailVerification(user.id);
    await core.mails.deliverDue();
    await accounts.verifyEmail(proofIn(links));
    await next();
    const link = await accounts.passwordResetLink(EMAIL);
    const token = link?.split("=").at(-1) ?? "";
    await accounts.resetPassword({ token, password: PASSWORD });
    await next();
    const again = await accounts.login({ email: EMAIL, password: PASSWORD });
    await next();
    const email = "ada@new.example";
    await accounts.changeEmail(user.id, again.session.id, { email, currentPassword: PASSWORD });
    await core.mails.deliverDue();
    await accounts.verifyEmail(proofIn(links));
    await next();
    await accounts.disable(email);
    await accounts.disable(email);
    await next();
    await accounts.enable(email);
    await next();
    const keyless = AUTH_EVENTS.filter((type) => !/^(?:api_key|member)\./.test(type));
    expect(all.toSorted()).toEqual(keyless.toSorted());
  });

  test("an event for each change of a member and a key of an organization that it owns", async () => {
    const { core, user, links, told } = await subscribed();
    const grace = await core.accounts.register({ email: "grace@example.com", password: PASSWORD });
    const { id: organizationId } = await core.organizations.create(user.id, { name: "Engines" });
    const invited = { organizationId, email: "grace@example.com" };
    await core.organizations.invite(user.id, invited);
    await core.mails.deliverDue();
    const token = /#invitation=(\S+)/.exec(links.at(-1) ?? "")?.[1] ?? "";
    const { id } = grace.user;
    await core.organizations.acceptInvitation(id, { token });
    await core.organizations.changeRole(user.id, organizationId, { userId: id, role: "admin" });
    const key = { name: "ci", permissions: ["read"], organizationId } as const;
    const { id: keyId } = await core.keys.create(id, key);
    await core.organizations.removeMember(user.id, organizationId, id);
    const member = { userId: id, organizationId };
    const events = [
      { type: "member.added", data: member },
      { type: "member.changed", data: member },
      { type: "api_key.created", data: { userId: organizationId, organizationId, keyId } },
      { type: "member.removed", data: member },
    ];
    const found = await told();
    expect(found).toHaveLength(events.length);
    expect(found).toEqual(expect.arrayContaining(events));
  });

  test("an event for each key that is created, and for each that is revoked with another", async () => {
    const { core, user, told } = await subscribed();
    const parent = await core.keys.create(user.id, { name: "a", permissions: ["admin"] });
    const child = await core.keys.create(user.id, {
      name: "b",
      permissions: ["read"],
      parentId: parent.id,
    });
    const of = (type: string, keyId: string) => ({ type, data: { userId: user.id, keyId } });
    const created = [of("api_key.created", parent.id), of("api_key.created", child.id)];
    expect(await told()).toEqual(expect.arrayContaining(created));
    await core.keys.revoke(user.id, parent.id);
    const revoked = [of("api_key.revoked", parent.id), of("api_key.revoked", child.id)];
    const last = await told();
    expect(last).toHaveLength(2);
    expect(last).toEqual(expect.arrayContaining(revoked));
  });

  test("nothing of what was refused, and no secret", async () => {
    const { core, user, session, told } = await subscribed();
    const wrong = { currentPassword: "wrong", newPassword: NEXT };
    await expect(core.accounts.changePassword(user.id, session.id, wrong)).rejects.toMatchObject({
      code: "INVALID_CREDENTIALS",
    });
    await expect(
      core.keys.create(user.id, { name: "", permissions: ["read"] }),
    ).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    expect(await told()).toEqual([]);
    const { key } = await core.keys.create(user.id, { name: "a", permissions: ["read"] });
    const events = JSON.stringify(await told());
    for (const secret of [key, PASSWORD, EMAIL]) expect(events).not.toContain(secret);
  });
});
