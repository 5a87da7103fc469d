import type { Mail } from "@bourse/outbox";
import { describe, expect, test } from "vitest";

import type { Actor } from "../src/index.ts";
import { codeOf, DAY, type Fixture, fixture, PASSWORD, specification } from "./support/curation.ts";

const reason = "It insults another author.";

/** The actor as the guard reads it for a request of a new login. */
async function asNow({ core }: Fixture, actor: Actor): Promise<Actor> {
  const suspension = (await core.accounts.get(actor.id)).suspension;
  return suspension === undefined ? actor : { ...actor, suspension };
}

describe("a suspended account", () => {
  test("changes nothing but its own protection, and ends by its time", async () => {
    const made = await fixture();
    const { core, clock, curator, author } = made;
    const data = specification();
    const { id } = await core.drafts.create(author, { draftData: data });
    const until = clock.now() + DAY;
    await core.moderation.suspend(curator, author.id, { reason, until });
    const login = await core.accounts.register({
      walletAddress: `0x${"9".repeat(40)}`,
      username: "later",
    });
    const suspended = await asNow(made, author);
    const calls = [
      () => core.drafts.create(suspended, { draftData: data }),
      () => core.drafts.edit(suspended, id, { draftData: data }),
      () => core.drafts.submit(suspended, id),
      () => core.drafts.withdraw(suspended, id),
      () => core.drafts.comment(suspended, id, "hello"),
      () => core.accounts.update(suspended, { bio: "me" }),
      () => core.markets.dispute(suspended, id, reason),
      () => core.moderation.hideComment(suspended, id, { commentId: "x", reason }),
    ];
    for (const call of calls) expect(await codeOf(call())).toBe("ACCOUNT_SUSPENDED");
    expect((await core.drafts.get(suspended, id)).status).toBe("pending");
    expect((await core.personalData.export(suspended)).profile.suspension?.reason).toBe(reason);
    await core.moderation.suspend(curator, login.user.id, { reason, until });
    const actor = await core.guard.identify(`Bearer ${login.token}`);
    expect(actor.suspension).toEqual({ reason, since: clock.now(), until });
    await clock.advance(DAY);
    const again = await core.accounts.get(author.id);
    expect(again.suspension?.until).toBe(clock.now());
    await core.moderation.suspend(curator, author.id, { reason });
    expect((await core.accounts.get(author.id)).suspension?.until).toBeNull();
  });

  test("that reviews loses its claims at once, and counts for no admin", async () => {
    const made = await fixture();
    const { core, admin, curator, other, author, join } = made;
    const { id } = await core.drafts.create(author, { draftData: specification() });
    await core.review.claim(curator, id);
    await core.moderation.suspend(admin, curator.id, { reason });
    expect((await core.drafts.get(other, id)).status).toBe("pending");
    const refused = core.review.claim(await asNow(made, curator), id);
    expect(await codeOf(refused)).toBe("ACCOUNT_SUSPENDED");
    const second = await join("second", ["admin"]);
    await core.moderation.suspend(admin, second.id, { reason });
    expect(await codeOf(core.users.setRoles(second, admin.id, []))).toBe("LAST_ADMIN");
    const leave = core.personalData.requestDeletion(admin, { currentPassword: PASSWORD });
    expect(await codeOf(leave)).toBe("LAST_ADMIN");
    const operator = { ...admin, id: "operator", sessionId: null };
    const last = core.moderation.suspend(operator, admin.id, { reason });
    expect(await codeOf(last)).toBe("LAST_ADMIN");
  });

  test("is suspended by one of 50 calls, and of two admins who suspend each other one remains", async () => {
    const { core, admin, curator, author, join } = await fixture();
    const race = Array.from({ length: 50 }, () =>
      codeOf(core.moderation.suspend(curator, author.id, { reason })),
    );
    const outcomes = await Promise.all(race);
    expect(outcomes.filter((one) => one === "resolved")).toHaveLength(1);
    expect(outcomes.filter((one) => one === "STATE_CONFLICT")).toHaveLength(49);
    const second = await join("second", ["admin"]);
    const duel = await Promise.all([
      codeOf(core.moderation.suspend(admin, second.id, { reason })),
      codeOf(core.moderation.suspend(second, admin.id, { reason })),
    ]);
    expect(duel.toSorted()).toEqual(["ACCOUNT_SUSPENDED", "resolved"]);
  });

  test("is told by mail, when it begins and when it is lifted", async () => {
    const mails: Mail[] = [];
    const sender = { send: async (mail: Mail) => void mails.push(mail) };
    const { core, curator, clock } = await fixture({
      mail: { publicUrl: "https://a.example", sender },
    });
    const login = { email: "zoe@example.com", password: PASSWORD };
    const account = { walletAddress: `0x${"9".repeat(40)}`, username: "zoe" };
    const { user } = await core.accounts.register({ ...account, ...login });
    await core.moderation.suspend(curator, user.id, { reason });
    await core.mails.deliverDue();
    expect(mails.at(-1)?.text).toContain(reason);
    await clock.advance(1000);
    await core.moderation.reinstate(curator, user.id);
    await core.mails.deliverDue();
    expect(mails.at(-1)?.subject).toBe("Your account of Bourse is no longer suspended");
    expect((await core.accounts.get(user.id)).suspension).toBeUndefined();
    const times = [Number.NaN, Infinity, 1e300, clock.now(), clock.now() + 4000 * DAY];
    for (const until of times) {
      const call = core.moderation.suspend(curator, user.id, { reason, until });
      expect(await codeOf(call)).toBe("VALIDATION_ERROR");
    }
  });
});

test("a hidden comment is told of on the feed, hidden by one of many calls, and hidden in no export of its author", async () => {
  const { core, curator, other, author } = await fixture();
  const { id } = await core.drafts.create(author, { draftData: specification() });
  const { id: commentId } = await core.drafts.comment(author, id, "a rude word");
  const after = await core.events.newest();
  const race = Array.from({ length: 20 }, () =>
    codeOf(core.moderation.hideComment(curator, id, { commentId, reason })),
  );
  expect((await Promise.all(race)).filter((one) => one === "resolved")).toHaveLength(1);
  await core.moderation.showComment(other, id, { commentId });
  await core.moderation.hideComment(other, id, { commentId, reason });
  const told: string[] = [];
  for await (const { type } of core.events.subscribe({ after })) {
    told.push(type);
    if (told.length === 3) break;
  }
  expect(told).toEqual(["comment.hidden", "comment.shown", "comment.hidden"]);
  const { comments } = await core.personalData.export(author);
  expect(comments).toMatchObject([{ body: "a rude word", hidden: { reason } }]);
});
