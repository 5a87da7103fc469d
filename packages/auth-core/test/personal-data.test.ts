import {
  auditCollections,
  type Collection,
  type Entity,
  everyDocument,
  type Store,
} from "@bourse/kernel";
import { outboxEntries } from "@bourse/outbox";
import type { Mail } from "@bourse/outbox";
import { describe, expect, test } from "vitest";

import { accounts } from "../src/accounts/account.ts";
import { apiKeys } from "../src/api-keys/api-key.ts";
import { authCollections, type AuthCoreOptions } from "../src/index.ts";
import { OWNED_COLLECTIONS } from "../src/personal-data/erase-account.ts";
import { transactions } from "../src/registry/records.ts";
import {
  codeOf,
  type Fixture,
  fixture,
  identifyKey,
  identifyToken,
  PASSWORD,
} from "./support/auth.ts";

const DAY = 86_400_000;
const MINUTE = 60_000;
const ADA = "ada.byron@example.com";
const NAME = "Ada Augusta King";
const login = { email: ADA, password: PASSWORD };

interface Leaving extends Fixture {
  readonly mails: Mail[];
  readonly userId: string;
  readonly sessionId: string;
  readonly token: string;
  readonly key: string;
  readonly ask: () => Promise<number>;
}

/** An account with a session, a key, records and links, and what asks for its deletion. */
async function leaving(options: Partial<AuthCoreOptions> = {}): Promise<Leaving> {
  const mails: Mail[] = [];
  const sender = { send: async (mail: Mail) => void mails.push(mail) };
  const made = await fixture({ mail: { publicUrl: "https://a.example", sender }, ...options });
  const { auth } = made;
  const { user, session, token } = await auth.accounts.register({ ...login, name: NAME });
  const { key } = await auth.keys.create(user.id, { name: "ci", permissions: ["read"] });
  const revoked = await auth.keys.create(user.id, { name: "old", permissions: ["read"] });
  await auth.keys.revoke(user.id, revoked.id);
  await recordsOf(made, user.id, 1);
  await auth.accounts.requestPasswordReset(ADA);
  await auth.mails.deliverDue();
  mails.length = 0;
  const ids = { userId: user.id, sessionId: session.id };
  const ask = (): Promise<number> =>
    auth.personalData.requestDeletion(user.id, session.id, { password: PASSWORD });
  return { ...made, ...ids, mails, token, key, ask };
}

let recorded = 0;

async function recordsOf({ auth }: Fixture, userId: string, count: number): Promise<void> {
  const { registry } = auth;
  const deployment = { name: "bridge", chains: ["base"] };
  const { id: deploymentId } = await registry.createDeployment(userId, deployment);
  for (let i = 0; i < count; i++) {
    const hash = `0x${(recorded += 1)}`;
    await registry.createTransaction(userId, { deploymentId, chain: "base", hash });
  }
}

/** All that a store holds, as text. */
async function contentOf(store: Store, except: readonly string[] = []): Promise<string> {
  const documents: unknown[] = [];
  for (const [name, collection] of store.collections) {
    if (except.includes(name)) continue;
    for await (const { value } of everyDocument(store, collection as Collection<Entity>)) {
      documents.push([name, value]);
    }
  }
  return JSON.stringify(documents);
}

const subjects = async ({ auth, mails }: Leaving): Promise<readonly string[]> => {
  await auth.mails.deliverDue();
  return mails.map(({ subject }) => subject);
};

describe("a request to delete an account", () => {
  test("ends every session, refuses the keys at once and tells the time by mail", async () => {
    const made = await leaving();
    const { auth, clock, userId } = made;
    expect(await made.ask()).toBe(clock.now() + 7 * DAY);
    expect(await codeOf(identifyToken(auth, made.token))).toBe("INVALID_TOKEN");
    expect(await codeOf(identifyKey(auth, made.key))).toBe("INVALID_API_KEY");
    expect(await subjects(made)).toEqual(["Your account of Bourse will be deleted"]);
    expect(made.mails[0]?.text).toContain("2026-01-08 00:00 UTC");
    expect(await auth.personalData.deletionTime(userId)).toBe(clock.now() + 7 * DAY);
  });

  test("needs the password, and counts wrong ones for the session", async () => {
    const { auth, userId, sessionId, token } = await leaving();
    const guess = (): Promise<string> =>
      codeOf(auth.personalData.requestDeletion(userId, sessionId, { password: "wrong" }));
    for (let i = 0; i < 10; i++) expect(await guess()).toBe("INVALID_CREDENTIALS");
    expect(await guess()).toBe("RATE_LIMITED");
    expect(await auth.personalData.deletionTime(userId)).toBeNull();
    expect(await identifyToken(auth, token)).toMatchObject({ userId });
  });

  test("keeps the time and the mail of the first of many", async () => {
    const made = await leaving();
    const { clock, events } = made;
    const first = await made.ask();
    await clock.advance(DAY);
    const times = await Promise.all(Array.from({ length: 20 }, made.ask));
    expect(new Set(times)).toEqual(new Set([first]));
    expect(await subjects(made)).toHaveLength(1);
    const asked = events.filter(({ action }) => action === "account.deletion_requested");
    expect(asked).toHaveLength(1);
  });

  test("is told at a login, which can cancel it: the keys are accepted again", async () => {
    const made = await leaving();
    const { auth, clock, userId, key } = made;
    const deletesAt = await made.ask();
    await clock.advance(7 * DAY - 1);
    await auth.maintain();
    expect((await auth.accounts.login(login)).deletesAt).toBe(deletesAt);
    await auth.personalData.cancelDeletion(userId);
    expect((await auth.accounts.login(login)).deletesAt).toBeNull();
    expect(await identifyKey(auth, key)).toMatchObject({ userId });
    expect(await codeOf(auth.personalData.cancelDeletion(userId))).toBe("NOT_FOUND");
    await clock.advance(30 * DAY);
    await auth.maintain();
    expect(await auth.accounts.get(userId)).toMatchObject({ email: ADA });
    expect(await subjects(made)).toEqual([
      "Your account of Bourse will be deleted",
      "Your account of Bourse will not be deleted",
    ]);
  });

  test("is taken back by a reset password and a login, as after a theft", async () => {
    const made = await leaving();
    const { auth, mails, userId } = made;
    await made.ask();
    await auth.accounts.requestPasswordReset(ADA);
    await auth.mails.deliverDue();
    const texts = mails.map(({ text }) => text).join("\n");
    const token = /#reset-password=(\S+)/.exec(texts)?.[1] ?? "";
    await auth.accounts.resetPassword({ token, password: "staple correct horse" });
    await auth.accounts.login({ email: ADA, password: "staple correct horse" });
    await auth.personalData.cancelDeletion(userId);
    expect(await auth.personalData.deletionTime(userId)).toBeNull();
  });
});

describe("a deleted account", () => {
  test("leaves nothing of the person in the store but the ids of the audit trail", async () => {
    const made = await leaving();
    const { auth, clock, store, userId } = made;
    await made.ask();
    await clock.advance(7 * DAY);
    await auth.maintain();
    expect(await codeOf(auth.accounts.login(login))).toBe("INVALID_CREDENTIALS");
    expect(await codeOf(auth.personalData.cancelDeletion(userId))).toBe("NOT_FOUND");
    expect(await subjects(made)).toContain("Your account of Bourse was deleted");
    await clock.advance(MINUTE);
    await auth.maintain();
    const trail = auditCollections.map(({ name }) => name);
    expect(await contentOf(store, trail)).not.toContain(userId);
    const everything = (await contentOf(store)).toLowerCase();
    // Words of three or four letters stand in ids and hashes by chance.
    for (const personal of [ADA, NAME, "augusta", "byron"]) {
      expect(everything).not.toContain(personal.toLowerCase());
    }
    const { items } = await auth.trail.find({ account: userId, action: "account.deleted" });
    expect(items).toMatchObject([{ actor: "system", subject: userId }]);
  });

  test("frees its address for another account", async () => {
    const made = await leaving({ deletionWaitDays: 0 });
    const { auth, userId } = made;
    await made.ask();
    await auth.maintain();
    const again = await auth.accounts.register(login);
    expect(again.user.id).not.toBe(userId);
    expect(await auth.keys.list(again.user.id)).toEqual([]);
  });

  test("goes on with its deletion in another process after the first has died in the middle", async () => {
    const made = await leaving({ deletionWaitDays: 0 });
    const { auth, clock, store, userId } = made;
    await recordsOf(made, userId, 3);
    await made.ask();
    await auth.maintain();
    await clock.advance(MINUTE);
    // What the process deleted before it died.
    const { items } = await store.find(transactions, { index: "by_user", equals: [userId] });
    await store.delete(transactions, items[0]!.value.id);
    await (await made.again()).maintain();
    expect(await store.count(transactions)).toBe(0);
    expect(await store.count(accounts)).toBe(0);
  });

  test("loses what a request that was under way still wrote", async () => {
    const made = await leaving({ deletionWaitDays: 0 });
    const { auth, clock, store, userId } = made;
    await made.ask();
    await auth.maintain();
    await recordsOf(made, userId, 1);
    await auth.keys.create(userId, { name: "late", permissions: ["read"] });
    await auth.accounts.changeName(userId, NAME);
    await clock.advance(MINUTE);
    await auth.maintain();
    expect(await contentOf(store)).not.toContain(NAME);
    expect(await store.count(apiKeys)).toBe(0);
  });

  test("is one of two replicas that delete at once, with one mail and one row", async () => {
    const made = await leaving({ deletionWaitDays: 0 });
    const replica = await made.again();
    await made.ask();
    await Promise.all([made.auth.maintain(), replica.maintain()]);
    expect((await subjects(made)).filter((one) => one.includes("was deleted"))).toHaveLength(1);
    const { items } = await made.auth.trail.find({ action: "account.deleted" });
    expect(items).toHaveLength(1);
  });

  test("of the operator goes at once, and its mark a minute later", async () => {
    const { auth, clock, store, userId } = await leaving();
    expect(await auth.personalData.deleteNow("nobody@example.com")).toBe(false);
    expect(await auth.personalData.deleteNow(ADA.toUpperCase())).toBe(true);
    expect(await store.count(apiKeys)).toBe(0);
    expect(await contentOf(store)).not.toContain(NAME);
    expect(await auth.personalData.deleteNow(ADA)).toBe(false);
    await clock.advance(MINUTE);
    await auth.maintain();
    expect(await store.get(accounts, userId)).toBeUndefined();
  });
});

describe("the collections of the core", () => {
  test("are deleted with their owner, or hold nothing of one", () => {
    const deleted = ["accounts", ...OWNED_COLLECTIONS.map(({ name }) => name)];
    const kept = {
      signing_keys: "no account's",
      login_failures: "digests of addresses, deleted within a week",
      openid_flows: "sign-ins under way, deleted within ten minutes",
      webhooks: "removed with their deliveries by their owner",
      organizations: "closed with its last member, then deleted with what it owned",
      organization_invitations: "deleted with the account that has the address",
      outbox_marks: "numbers of deliveries, by the name of an outbox",
      [outboxEntries.name]: "encrypted, deleted when delivered or after 30 days",
      ...Object.fromEntries(auditCollections.map(({ name }) => [name, "ids"])),
    };
    const known = new Set([...deleted, ...Object.keys(kept)]);
    expect(authCollections.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
  });
});

describe("an export", () => {
  test("holds all of an account and no secret", async () => {
    const { auth, store, userId, key, token } = await leaving();
    const copy = await auth.personalData.export(userId);
    expect(copy).toMatchObject({
      profile: { id: userId, email: ADA, name: NAME, status: "active", deletesAt: null },
      sessions: [{ userId }],
      deployments: [{ name: "bridge" }],
      transactions: [{ chain: "base" }],
      usage: { apiKeys: 1, sessions: 1, deployments: 1, transactions: 1 },
    });
    expect(copy.apiKeys.map(({ name, revokedAt }) => [name, revokedAt !== null])).toEqual(
      expect.arrayContaining([
        ["ci", false],
        ["old", true],
      ]),
    );
    expect(copy.audit.map(({ action }) => action)).toContain("account.registered");
    const text = JSON.stringify(copy);
    const held = await contentOf(store);
    const secrets = [...held.matchAll(/"(?:passwordHash|digest|familyKey|secretHash)":"([^"]+)"/g)];
    expect(secrets.length).toBeGreaterThan(4);
    for (const secret of [key, token, PASSWORD, ...secrets.map(([, one]) => one ?? "")]) {
      expect(text).not.toContain(secret);
    }
  });

  test("is of the caller's own account, and two are made at a time", async () => {
    const { auth, userId } = await leaving();
    const other = await auth.accounts.register({ email: "bob@example.com", password: PASSWORD });
    const all = Array.from({ length: 3 }, () => codeOf(auth.personalData.export(userId)));
    expect((await Promise.all(all)).toSorted()).toEqual(["BUSY", "resolved", "resolved"]);
    const text = JSON.stringify(await auth.personalData.export(other.user.id));
    expect(text).not.toContain(userId);
    expect(await codeOf(auth.personalData.export("nobody"))).toBe("NOT_FOUND");
  });
});
