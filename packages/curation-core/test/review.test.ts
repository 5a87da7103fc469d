/** Review: leases, four eyes, decisions, the queue, bulk and figures. */
import { describe, expect, test } from "vitest";

import { type Fixture, codeOf, fixture, specification } from "./support/curation.ts";

const MINUTE = 60_000;
const REASON = "This cannot be decided.";

const submit = async ({ core, author }: Fixture, change = {}): Promise<string> =>
  (await core.drafts.create(author, { draftData: specification(change) })).id;

describe("a claim", () => {
  test("holds for 30 minutes against others, and is taken over after", async () => {
    const world = await fixture();
    const { core, clock, curator, other } = world;
    const id = await submit(world);
    await core.review.claim(curator, id);
    await clock.advance(30 * MINUTE - 1);
    expect(await codeOf(core.review.claim(other, id))).toBe("CLAIM_HELD");
    await clock.advance(1);
    expect(await codeOf(core.review.approve(other, id)), "claim first").toBe("STATE_CONFLICT");
    const taken = await core.review.claim(other, id);
    expect(taken.assignedCuratorName).toBe("carl");
    const actions = await core.drafts.actions(curator, id);
    expect(actions.map(({ action }) => action)).toEqual(["submit", "claim", "takeover"]);
    expect(await codeOf(core.review.approve(curator, id))).toBe("CLAIM_HELD");
  });

  test("is renewed by whatever its holder does", async () => {
    const world = await fixture();
    const { core, clock, curator, other } = world;
    const id = await submit(world);
    await core.review.claim(curator, id);
    await clock.advance(20 * MINUTE);
    await core.drafts.comment(curator, id, "Looking into it.");
    await clock.advance(20 * MINUTE);
    await core.drafts.comment(other, id, "Take your time.");
    expect(await codeOf(core.review.claim(other, id))).toBe("CLAIM_HELD");
    await core.review.claim(curator, id);
    await clock.advance(29 * MINUTE);
    expect(await codeOf(core.review.claim(other, id))).toBe("CLAIM_HELD");
  });

  test("is given back by its holder or an admin, by nobody else", async () => {
    const world = await fixture();
    const { core, curator, other, admin } = world;
    const id = await submit(world);
    await core.review.claim(curator, id);
    expect(await codeOf(core.review.release(other, id))).toBe("CLAIM_HELD");
    expect((await core.review.release(admin, id)).status).toBe("pending");
    expect(await codeOf(core.review.release(curator, id))).toBe("STATE_CONFLICT");
  });
});

describe("a decision", () => {
  test("ends in its state with its notes, and tells the market when it is asked for again", async () => {
    const world = await fixture();
    const { core, curator, author } = world;
    const id = await submit(world);
    const { marketId } = await core.review.approve(curator, id);
    const again = core.review.approve(curator, id);
    await expect(again).rejects.toMatchObject({
      code: "STATE_CONFLICT",
      details: { status: "approved", marketId },
    });
    const other = await submit(world, { questionText: "Will it rain in Paris by Friday?" });
    const requestedChanges = { questionText: "Which Friday?" };
    const curatorNotes = "Needs a date, please.";
    await core.review.requestChanges(curator, other, { requestedChanges, curatorNotes });
    await core.drafts.edit(author, other, {
      draftData: { questionText: "Will it rain in Paris on 6 February 2026?" },
      curatorResponse: "The sixth.",
    });
    expect((await core.drafts.submit(author, other)).status).toBe("pending");
    const rejected = await core.review.reject(curator, other, { reason: REASON });
    expect(rejected).toMatchObject({ status: "rejected", curatorNotes: REASON, version: 2 });
    const actions = await core.drafts.actions(author, other);
    expect(actions.map(({ action }) => action).join(" ")).toBe(
      "submit claim request_changes edit submit claim reject",
    );
  });

  test("about another version than the one seen is refused", async () => {
    const world = await fixture();
    const id = await submit(world);
    const approve = world.core.review.approve(world.curator, id, { version: 2 });
    expect(await codeOf(approve)).toBe("VERSION_MISMATCH");
    expect((await world.core.drafts.get(world.author, id)).status).toBe("pending");
  });

  test("needs four eyes; an admin's own review is marked, and strictly forbidden where asked", async () => {
    const world = await fixture();
    const { core, curator, admin } = world;
    const draftData = specification();
    const own = await core.drafts.create(curator, { draftData });
    expect(await codeOf(core.review.claim(curator, own.id))).toBe("FORBIDDEN");
    expect(await codeOf(core.review.approve(curator, own.id))).toBe("FORBIDDEN");
    const admins = await core.drafts.create(admin, { draftData });
    await core.review.approve(admin, admins.id);
    const actions = await core.drafts.actions(admin, admins.id);
    expect(actions.map(({ selfReviewed }) => selfReviewed)).toEqual([false, true, true]);
    const strict = await fixture({ fourEyes: "strict" });
    const third = await strict.core.drafts.create(strict.admin, { draftData });
    expect(await codeOf(strict.core.review.approve(strict.admin, third.id))).toBe("FORBIDDEN");
  });

  test("to approve what time has made impossible is refused, with the reason", async () => {
    const world = await fixture();
    const id = await submit(world, { resolutionDeadline: "2026-01-02T00:00:00Z" });
    await world.clock.advance(2 * 86_400_000);
    expect(await codeOf(world.core.review.approve(world.curator, id))).toBe("DRAFT_INCOMPLETE");
    expect((await world.core.markets.list(null)).total).toBe(0);
  });
});

test("the queue is filtered, sorted and paged, and a cursor outlives what leaves the queue", async () => {
  const world = await fixture();
  const { core, clock, curator } = world;
  const ids: string[] = [];
  for (let count = 0; count < 6; count++) {
    const tags = count % 2 === 0 ? { topicTags: ["Even"] } : { topicTags: [] };
    ids.push(await submit(world, tags));
    await clock.advance(1000);
  }
  const idsOf = async (query: object): Promise<string[]> =>
    (await core.review.queue(curator, query)).items.map(({ id }) => id);
  expect(await idsOf({})).toEqual(ids);
  expect(await idsOf({ sort: "newest" })).toEqual(ids.toReversed());
  expect(await idsOf({ tag: "even" })).toEqual([ids[0], ids[2], ids[4]]);
  await core.review.claim(curator, ids[3] ?? "");
  expect(await idsOf({ assignedToMe: true })).toEqual([ids[3]]);
  expect(await idsOf({ status: "pending" })).not.toContain(ids[3]);
  expect(await idsOf({ minQuality: 1 }), "without tags it is less").toEqual([
    ids[0],
    ids[2],
    ids[4],
  ]);
  const first = await core.review.queue(curator, { limit: 2 });
  await core.review.approve(curator, ids[1] ?? "");
  expect(await idsOf({ limit: 2, cursor: first.next ?? "" })).toEqual([ids[2], ids[3]]);
  expect(await codeOf(idsOf({ sort: "price" }))).toBe("VALIDATION_ERROR");
});

test("bulk answers for each draft, each in its own transaction", async () => {
  const world = await fixture();
  const { core, curator } = world;
  const [one, two] = [await submit(world), await submit(world)];
  await core.review.reject(curator, two, { reason: REASON });
  const outcome = await core.review.bulkApprove(curator, [one, two, "nothing", one]);
  expect(outcome.success).toEqual([one]);
  expect(outcome.failed.map(({ id }) => id)).toEqual([two, "nothing"]);
  expect(await codeOf(core.review.bulkClaim(curator, []))).toBe("VALIDATION_ERROR");
});

test("figures of curators come from what they decided, in a range of time", async () => {
  const world = await fixture();
  const { core, clock, curator, other } = world;
  const [one, two, three] = [await submit(world), await submit(world), await submit(world)];
  await clock.advance(60 * MINUTE);
  await core.review.approve(curator, one);
  await core.review.reject(curator, two, { reason: REASON });
  await clock.advance(60 * MINUTE);
  await core.review.approve(other, three);
  const [first] = await core.review.stats(curator);
  expect(first).toEqual({
    curatorId: curator.id,
    curatorName: "carol",
    totalReviewed: 2,
    totalApproved: 1,
    totalRejected: 1,
    meanReviewMilliseconds: 60 * MINUTE,
    approvalRate: 0.5,
  });
  const late = await core.review.stats(curator, { from: clock.now() });
  expect(late.map(({ curatorName }) => curatorName)).toEqual(["carl"]);
});
