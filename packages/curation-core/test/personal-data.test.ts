import { createHash } from "node:crypto";

import { type Collection, type Entity, everyDocument, type Store } from "@bourse/kernel";
import { type Mail, outboxEntries } from "@bourse/outbox";
import { Wallet } from "ethers/wallet";
import { describe, expect, test } from "vitest";

import { type Actor, curationCollections, type CurationCoreOptions } from "../src/index.ts";
import { OWNED_COLLECTIONS } from "../src/personal-data/erase-records.ts";
import { users } from "../src/users/user-document.ts";
import { codeOf, DAY, type Fixture, fixture, PASSWORD, specification } from "./support/curation.ts";

const MINUTE = 60_000;
const ZOE = "zenobia.quillfeather@example.com";
const PERSON = /zenobia|quillfeather/i;
const wallet = new Wallet(`0x${createHash("sha256").update("zenobia").digest("hex")}`);

interface Leaving extends Fixture {
  readonly mails: Mail[];
  readonly zoe: Actor;
  readonly ask: () => Promise<number>;
  /** Goes past the waiting time and runs the background work until nothing is due. */
  readonly pass: () => Promise<void>;
}

async function signed(core: Fixture["core"], signer = wallet) {
  const { message } = await core.wallets.issue(signer.address);
  return { message, signature: await signer.signMessage(message) };
}

/** A person with a proved wallet, an address, drafts of every kind, comments and a market. */
async function leaving(options: Partial<CurationCoreOptions> = {}): Promise<Leaving> {
  const mails: Mail[] = [];
  const sender = { send: async (mail: Mail) => void mails.push(mail) };
  const made = await fixture({ mail: { publicUrl: "https://a.example", sender }, ...options });
  const { core, clock } = made;
  const { token } = await core.accounts.register({
    walletAddress: wallet.address,
    ...(await signed(core)),
    username: "zenobia",
    email: ZOE,
    password: PASSWORD,
  });
  const zoe = await core.guard.identify(`Bearer ${token}`);
  await core.accounts.update(zoe, { displayName: "Zenobia Quillfeather", bio: "I am Zenobia" });
  const ask = (): Promise<number> =>
    core.personalData.requestDeletion(zoe, { currentPassword: PASSWORD });
  const pass = async (): Promise<void> => {
    await clock.advance((options.deletionWaitDays ?? 7) * DAY);
    await core.maintain();
    await clock.advance(MINUTE);
    await core.maintain();
  };
  return { ...made, mails, zoe, ask, pass };
}

/** A draft in review, a rejected one, one that became a market, and comments. */
async function work({ core, zoe, curator, other, author }: Leaving) {
  const text = (of: string) =>
    specification({ questionText: `Will Zenobia ${of} by 31 March 2026?` });
  const secret = {
    conversationHistory: ["Quillfeather asked"],
    aiGenerationMetadata: { by: "Zenobia" },
  };
  const pending = await core.drafts.create(zoe, { draftData: text("win the cup"), ...secret });
  const rejected = await core.drafts.create(zoe, { draftData: text("move to Rome") });
  await core.drafts.comment(zoe, rejected.id, "Zenobia says please");
  await core.review.reject(curator, rejected.id, { reason: "Zenobia is nobody to bet on." });
  const approved = await core.drafts.create(zoe, { draftData: specification(), ...secret });
  await core.drafts.comment(zoe, approved.id, "thank you");
  const { marketId } = await core.review.approve(curator, approved.id);
  const theirs = await core.drafts.create(author, {
    draftData: specification({ questionText: "Will it rain in Paris on 1 March 2026?" }),
  });
  await core.drafts.comment(other, theirs.id, "a good one");
  return { pending, rejected, approved, marketId: marketId ?? "", theirs };
}

async function textOf(store: Store): Promise<string> {
  let text = "";
  for (const collection of curationCollections) {
    for await (const { value } of everyDocument(store, collection)) text += JSON.stringify(value);
  }
  return text;
}

describe("an account that is to be deleted", () => {
  test("needs a proof of its owner, ends its sessions, and keeps its first time", async () => {
    const made = await leaving();
    const { core, clock, zoe, ask, mails } = made;
    const { personalData } = core;
    expect(await codeOf(personalData.requestDeletion(zoe, {}))).toBe("REAUTHENTICATION_REQUIRED");
    const wrong = personalData.requestDeletion(zoe, { currentPassword: "not the password" });
    expect(await codeOf(wrong)).toBe("INVALID_CREDENTIALS");
    expect((await core.accounts.get(zoe.id)).deletesAt).toBeUndefined();
    expect(await ask()).toBe(clock.now() + 7 * DAY);
    expect(await core.sessions.list(zoe)).toEqual([]);
    const { user } = await core.accounts.login({ email: ZOE, password: PASSWORD });
    expect(user.deletesAt).toBe(clock.now() + 7 * DAY);
    await clock.advance(DAY);
    expect(await ask()).toBe(clock.now() + 6 * DAY);
    await core.mails.deliverDue();
    expect(mails.map(({ subject }) => subject)).toEqual(["Your account of Bourse will be deleted"]);
  });

  test("is given up by a message that its wallet signs, or by a code that its address gets, once", async () => {
    const { core, clock, zoe, mails } = await leaving();
    const { personalData } = core;
    const { message, signature } = await signed(core);
    const byWallet = { currentMessage: message, currentSignature: signature };
    expect(await personalData.requestDeletion(zoe, byWallet)).toBe(clock.now() + 7 * DAY);
    expect(await codeOf(personalData.requestDeletion(zoe, byWallet))).toBe("WALLET_PROOF_INVALID");
    await personalData.cancelDeletion(zoe);
    const newCode = async (): Promise<string> => {
      mails.length = 0;
      await personalData.requestDeletionCode(zoe);
      await core.mails.deliverDue();
      const texts = mails.map(({ text }) => text).join();
      return /ad_[\w-]{43}/.exec(texts)?.[0] ?? "";
    };
    const code = await newCode();
    const stranger = await core.accounts.register({
      walletAddress: `0x${"5".repeat(40)}`,
      username: "mallory",
    });
    const mallory = await core.guard.identify(`Bearer ${stranger.token}`);
    const stolen = personalData.requestDeletion(mallory, { code });
    expect(await codeOf(stolen)).toBe("INVALID_CREDENTIALS");
    expect(await personalData.requestDeletion(zoe, { code })).toBe(clock.now() + 7 * DAY);
    await personalData.cancelDeletion(zoe);
    expect(await codeOf(personalData.requestDeletion(zoe, { code }))).toBe("INVALID_CREDENTIALS");
    const late = await newCode();
    await clock.advance(30 * MINUTE);
    const over = personalData.requestDeletion(zoe, { code: late });
    expect(await codeOf(over)).toBe("INVALID_CREDENTIALS");
    expect(await codeOf(personalData.requestDeletionCode(mallory))).toBe("NOT_FOUND");
  });

  test("stays when its owner cancels that in time", async () => {
    const { core, zoe, ask, pass, mails } = await leaving();
    expect(await codeOf(core.personalData.cancelDeletion(zoe))).toBe("NOT_FOUND");
    await ask();
    await core.personalData.cancelDeletion(zoe);
    await pass();
    expect((await core.accounts.get(zoe.id)).username).toBe("zenobia");
    await core.mails.deliverDue();
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      "Your account of Bourse will be deleted",
      "Your account of Bourse will not be deleted",
    ]);
  });

  test("is not the last admin's who stays", async () => {
    const { core, admin, zoe } = await leaving();
    const prove = { currentPassword: PASSWORD };
    expect(await codeOf(core.personalData.requestDeletion(admin, prove))).toBe("LAST_ADMIN");
    await core.users.setRoles(admin, zoe.id, ["admin"]);
    await core.personalData.requestDeletion(admin, prove);
    const last = core.personalData.requestDeletion(zoe, prove);
    expect(await codeOf(last)).toBe("LAST_ADMIN");
    expect(await codeOf(core.users.setRoles(admin, zoe.id, []))).toBe("LAST_ADMIN");
  });
});

describe("a deleted account", () => {
  test("leaves nothing of the person in the store, and its id where records stay", async () => {
    const made = await leaving({ deletionWaitDays: 0 });
    const { core, store, zoe, curator, ask, pass } = made;
    const records = await work(made);
    await core.personalData.requestDeletionCode(zoe);
    expect(await textOf(store)).toMatch(PERSON);
    await ask();
    await pass();
    const rest = await textOf(store);
    expect(rest).not.toMatch(PERSON);
    expect(rest.toLowerCase()).not.toContain(wallet.address.toLowerCase());
    for (const collection of OWNED_COLLECTIONS as readonly Collection<Entity, "by_user">[]) {
      const own = { index: "by_user", equals: [zoe.id] } as const;
      expect(await store.count(collection, own), collection.name).toBe(0);
    }
    expect(await store.get(users, zoe.id)).toBeUndefined();
    for (const { id } of [records.pending, records.rejected]) {
      expect(await codeOf(core.drafts.get(curator, id))).toBe("NOT_FOUND");
    }
    const market = await core.markets.get(null, records.marketId);
    expect([market.creatorWallet, market.questionText]).toEqual([
      null,
      specification().questionText,
    ]);
    const names = (await core.drafts.actions(curator, records.approved.id)).map(
      ({ actorId, actorName }) => [actorId === zoe.id, actorName],
    );
    expect(names).toContainEqual([true, "[deleted]"]);
    expect(names).toContainEqual([false, "carol"]);
    const thread = await core.drafts.comments(curator, records.approved.id);
    expect(thread.map(({ authorName, body }) => [authorName, body])).toEqual([
      ["[deleted]", "thank you"],
    ]);
    const [version] = await core.drafts.history(curator, records.approved.id);
    expect(version?.editorName).toBe("[deleted]");
    expect((await core.review.stats(curator)).map((one) => one.totalReviewed)).toEqual([2]);
    expect(await core.trail.verify()).toMatchObject({ ok: true });
  });

  test("takes its drafts off the queue of every process, and gives its name and wallet back", async () => {
    const made = await leaving({ deletionWaitDays: 0 });
    const { core, curator, ask, pass, again } = made;
    const other = await again();
    const { pending, theirs } = await work(made);
    const queued = async () => (await other.review.queue(curator)).items.map(({ id }) => id);
    expect((await queued()).toSorted()).toEqual([pending.id, theirs.id].toSorted());
    await ask();
    await pass();
    expect(await queued()).toEqual([theirs.id]);
    const all = await other.review.queue(curator, { status: "withdrawn" });
    expect(all.items).toEqual([]);
    const anew = await core.accounts.register({
      walletAddress: wallet.address,
      username: "zenobia",
      email: ZOE,
      password: PASSWORD,
    });
    expect(anew.user.username).toBe("zenobia");
    await other.close();
  });

  test("lets go of the drafts that it reviewed, and its name goes out of what it wrote", async () => {
    const made = await leaving({ deletionWaitDays: 0 });
    const { core, store, admin, zoe, other, ask, pass } = made;
    const { theirs } = await work(made);
    await core.users.setRoles(admin, zoe.id, ["curator"]);
    const asCurator: Actor = { ...zoe, roles: ["curator"] };
    await core.review.claim(asCurator, theirs.id);
    await core.drafts.comment(asCurator, theirs.id, "mine");
    await ask();
    await core.maintain();
    expect((await core.drafts.get(other, theirs.id)).status).toBe("pending");
    await pass();
    expect(await textOf(store)).not.toMatch(PERSON);
    expect((await core.drafts.get(other, theirs.id)).status).toBe("pending");
    const thread = await core.drafts.comments(other, theirs.id);
    expect(thread.map(({ authorName }) => authorName)).toEqual(["carl", "[deleted]"]);
  });

  test("goes on in another process after the first has died in the middle", async () => {
    const made = await leaving({ deletionWaitDays: 0 });
    const { core, clock, store, ask, again } = made;
    await work(made);
    for (let i = 0; i < 120; i++) {
      await core.drafts.create(made.zoe, {
        draftData: specification({ questionText: `Will Zenobia do ${i} by 31 March 2026?` }),
        submit: false,
      });
    }
    await ask();
    await core.maintain();
    await core.close();
    const next = await again();
    await clock.advance(MINUTE);
    await next.maintain();
    expect(await textOf(store), "a call has an end").toMatch(PERSON);
    for (let i = 0; i < 4; i++) await next.maintain();
    expect(await textOf(store)).not.toMatch(PERSON);
    await next.close();
  });

  test("gets a last mail, and no call reaches it any more", async () => {
    const made = await leaving({ deletionWaitDays: 0 });
    const { core, admin, zoe, ask, store, clock, mails } = made;
    await ask();
    await core.mails.deliverDue();
    const { token } = await core.accounts.login({ email: ZOE, password: PASSWORD });
    await core.maintain();
    expect(await codeOf(core.guard.identify(`Bearer ${token}`))).toBe("INVALID_TOKEN");
    const calls = [
      () => core.users.setRoles(admin, zoe.id, ["admin"]),
      () => core.admins.grant(admin, zoe.id),
      () => core.personalData.cancelDeletion(zoe),
      () => core.accounts.update(zoe, { username: "zenobia" }),
      () => core.accounts.setEmail(zoe, { email: ZOE, currentPassword: PASSWORD }),
    ];
    for (const call of calls) expect(await codeOf(call())).toBe("NOT_FOUND");
    await core.mails.deliverDue();
    expect(mails.at(-1)?.subject).toBe("Your account of Bourse was deleted");
    await clock.advance(DAY);
    await core.maintain();
    expect(await store.count(outboxEntries)).toBe(0);
  });

  test("is the operator's act too, by any word that names one account", async () => {
    const { core, zoe, store, clock } = await leaving();
    expect(await core.personalData.deleteNow("user:nobody")).toBe(0);
    expect(await core.personalData.deleteNow(wallet.address)).toBe(1);
    expect(await textOf(store)).not.toMatch(PERSON);
    await clock.advance(MINUTE);
    await core.maintain();
    expect(await codeOf(core.accounts.get(zoe.id))).toBe("NOT_FOUND");
  });
});

test("every collection whose documents belong to one account each is deleted with it", () => {
  const owned = curationCollections.filter(({ indexes }) => "by_user" in indexes);
  const names = (all: readonly { readonly name: string }[]) =>
    all.map(({ name }) => name).toSorted();
  expect(names(OWNED_COLLECTIONS)).toEqual(names(owned));
});

describe("the copy of an account", () => {
  test("has all that is held about it, and nothing of others nor a secret", async () => {
    const made = await leaving();
    const { core, clock, zoe } = made;
    const { approved, marketId, theirs } = await work(made);
    await core.factors.addTotp(zoe);
    const copy = await core.personalData.export(zoe);
    expect(copy.exportedAt).toBe(clock.now());
    expect(copy.profile).toMatchObject({ username: "zenobia", email: ZOE, emailVerifiedAt: null });
    expect(copy.sessions.map(({ current }) => current)).toEqual([true]);
    expect(copy.drafts.map(({ versions }) => versions.length)).toEqual([1, 1, 1]);
    expect(copy.drafts.find(({ id }) => id === approved.id)?.conversationHistory).toEqual([
      "Quillfeather asked",
    ]);
    expect(copy.comments.map(({ body }) => body)).toEqual(["Zenobia says please", "thank you"]);
    expect(copy.markets.map(({ id }) => id)).toEqual([marketId]);
    expect(copy.draftActions.map(({ action }) => action)).toEqual([
      "submit",
      "submit",
      "comment",
      "submit",
      "comment",
    ]);
    const text = JSON.stringify(copy);
    expect(text).not.toContain(theirs.id);
    expect(text).not.toMatch(/argon2|passwordHash|walletKey/);
    const all = Array.from({ length: 3 }, () => codeOf(core.personalData.export(zoe)));
    expect((await Promise.all(all)).toSorted()).toEqual(["BUSY", "resolved", "resolved"]);
  });
});
