/** Notices before the ends of API keys. */
import type { WebhookRequest } from "@bourse/outbox";
import { describe, expect, test } from "vitest";

import type { AuthCoreOptions, Permission } from "../src/index.ts";
import { fixture, PASSWORD } from "./support/auth.ts";

const DAY = 86_400_000;
const EMAIL = "ada@example.com";

async function setStage(options: Partial<AuthCoreOptions<Permission>> = {}) {
  const requests: WebhookRequest[] = [];
  const mails: string[] = [];
  const made = await fixture({
    mail: {
      publicUrl: "https://accounts.example",
      sender: {
        send: async ({ text }) => {
          if (text.includes(" expires at ")) mails.push(text);
        },
      },
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
    ...options,
  });
  const { auth } = made;
  const { user } = await auth.accounts.register({ email: EMAIL, password: PASSWORD });
  const events = ["api_key.expiring"];
  await auth.webhooks.create(user.id, { url: "https://hooks.example", events });
  /** Mails and events that were sent since the last call. */
  const told = async () => {
    await auth.mails.deliverDue();
    await auth.webhooks.deliverDue();
    const keys = requests.splice(0).map(({ body }) => {
      return (JSON.parse(body) as { readonly data: { readonly keyId: string } }).data.keyId;
    });
    return { mails: mails.splice(0), keys };
  };
  const create = (name: string, expiresInDays?: number) =>
    auth.keys.create(user.id, { name, permissions: ["read"], expiresInDays });
  return { ...made, user, told, create };
}

const NOTHING = { mails: [], keys: [] };

describe("the owner of a key that expires", () => {
  test("is told a week before, once, through restarts and by one of many replicas", async () => {
    const { auth, clock, again, create, told } = await setStage();
    const { id } = await create("ci", 30);
    await auth.maintain();
    await clock.advance(23 * DAY - 1);
    await auth.maintain();
    expect(await told()).toEqual(NOTHING);
    await clock.advance(1);
    const replicas = await Promise.all(Array.from({ length: 5 }, again));
    await Promise.all([auth, ...replicas].map((core) => core.maintain()));
    const { mails, keys } = await told();
    expect(keys).toEqual([id]);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain('"ci" expires at 2026-01-31T00:00:00.000Z');
    for (let day = 0; day < 9; day += 1) {
      await clock.advance(DAY);
      await auth.maintain();
      await (await again()).maintain();
    }
    expect(await told()).toEqual(NOTHING);
  });

  test("is told of each of many keys, also of those that were made while the process ran", async () => {
    const { auth, clock, create, told } = await setStage();
    const first = await Promise.all(Array.from({ length: 120 }, (_, at) => create(`a${at}`, 8)));
    await auth.maintain();
    await clock.advance(DAY);
    await auth.maintain();
    const late = await create("late", 8);
    expect((await told()).keys.toSorted()).toEqual(first.map(({ id }) => id).toSorted());
    await clock.advance(DAY);
    await auth.maintain();
    expect((await told()).keys).toEqual([late.id]);
  });

  test("is not told of a key that was revoked, never ends, or lives no longer than the notice", async () => {
    const { auth, clock, user, create, told } = await setStage();
    const revoked = await create("revoked", 10);
    await create("endless");
    await create("short", 7);
    await auth.keys.revoke(user.id, revoked.id);
    for (let day = 0; day < 12; day += 1) {
      await auth.maintain();
      await clock.advance(DAY);
    }
    expect(await told()).toEqual(NOTHING);
  });

  test("is told nothing where the days of notice are 0", async () => {
    const { auth, clock, create, told } = await setStage({ keyExpiryNoticeDays: 0 });
    await create("ci", 30);
    await clock.advance(29 * DAY);
    await auth.maintain();
    expect(await told()).toEqual(NOTHING);
  });

  test("is told of a key of an organization, as one of its owners", async () => {
    const { auth, clock, user, told } = await setStage();
    const { id: organizationId } = await auth.organizations.create(user.id, { name: "Engines" });
    const given = {
      name: "deploys",
      permissions: ["read"],
      organizationId,
      expiresInDays: 9,
    } as const;
    const { id } = await auth.keys.create(user.id, given);
    await clock.advance(2 * DAY);
    await auth.maintain();
    const { mails, keys } = await told();
    expect(keys).toEqual([id]);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain('"deploys"');
  });
});
