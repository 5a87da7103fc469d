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
    const keyless = AUTH_EVENTS.filter((type) => !type.startsWith("api_key."));
    expect(all.toSorted()).toEqual(keyless.toSorted());
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
