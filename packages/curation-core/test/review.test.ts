/** Review: leases, four eyes, decisions, the queue, bulk and figures. */
import { describe, expect, test } from "vitest";

import type { QueueQuery } from "../src/index.ts";
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
    expect(await codeOf(core.review.release(curator, id)), "it is over").toBe("STATE_CONFLICT");
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

describe("a claim that has ended", () => {
  const claimed = async (change = {}): Promise<Fixture & { readonly id: string }> => {
    const world = await fixture();
    const id = await submit(world, change);
    await world.core.review.claim(world.curator, id);
    return { ...world, id };
  };
  const idsOf = async ({ core, curator }: Fixture, query: QueueQuery): Promise<string[]> =>
    (await core.review.queue(curator, query)).items.map((item) => item.id);
  const demote = ({ core, admin, curator }: Fixture) => core.users.setRoles(admin, curator.id, []);
  const runOut = ({ clock }: Fixture) => clock.advance(30 * MINUTE);

  describe.each([
    ["by the clock", runOut],
    ["with the role of its holder", demote],
  ])("%s", (_, end) => {
    test("reads as pending in the draft, in both lists and in their filters", async () => {
      const world = await claimed();
      const { core, author, admin, id } = world;
      const before = await core.drafts.get(author, id);
      expect(before).toMatchObject({ status: "in_review", assignedCuratorName: "carol" });
      await end(world);
      const waiting = { status: "pending", assignedCuratorName: null, claimExpiresAt: null };
      const after = await core.drafts.get(author, id);
      expect(after).toMatchObject({ ...waiting, assignedCuratorId: null });
      expect(after.revision, "another entity tag").not.toBe(before.revision);
      expect((await core.drafts.list(author)).items).toMatchObject([waiting]);
      expect((await core.drafts.list(author, { status: "pending" })).items).toMatchObject([
        waiting,
      ]);
      expect((await core.drafts.list(author, { status: "in_review" })).items).toEqual([]);
      expect((await core.review.queue(admin)).items).toMatchObject([{ id, ...waiting }]);
      expect(await idsOf({ ...world, curator: admin }, { status: "pending" })).toEqual([id]);
      expect(await idsOf({ ...world, curator: admin }, { status: "in_review" })).toEqual([]);
      expect(await idsOf(world, { assignedToMe: true })).toEqual([]);
    });

    test("leaves the draft to its author, to another claim, or to a decision at once", async () => {
      const withdrawn = await claimed();
      await end(withdrawn);
      const { core, author, other, id } = withdrawn;
      expect((await core.drafts.withdraw(author, id)).status).toBe("withdrawn");
      const [last] = (await core.drafts.actions(author, id)).slice(-1);
      expect(last).toMatchObject({ action: "withdraw", fromStatus: "pending" });

      const decided = await claimed();
      await end(decided);
      const approved = await decided.core.review.approve(other, decided.id);
      expect(approved).toMatchObject({ status: "approved", assignedCuratorName: "carl" });
      const actions = await decided.core.drafts.actions(decided.author, decided.id);
      expect(actions.map(({ action }) => action).join(" ")).toBe("submit claim takeover approve");
    });

    test("is told once, as an event that says the draft is pending", async () => {
      const world = await claimed();
      const { core, again, id } = world;
      const other = await again();
      await core.maintain();
      const seen = await core.events.newest();
      await end(world);
      await Promise.all([core.maintain(), other.maintain()]);
      await core.maintain();
      const following = core.events.subscribe({ after: seen });
      await core.review.claim(world.other, id);
      const told = [];
      for await (const event of following) {
        told.push([event.type, event.data.status, event.data.actorName]);
        if (event.type === "draft.claimed") break;
      }
      expect(told).toEqual([
        ["draft.released", "pending", "carol"],
        ["draft.claimed", "in_review", "carl"],
      ]);
      const actions = await core.drafts.actions(world.author, id);
      expect(actions.map(({ action }) => action)).toEqual(["submit", "claim", "takeover"]);
    });
  });

  test("stays over when its holder becomes a curator again after it was told", async () => {
    const world = await claimed();
    await demote(world);
    await world.core.maintain();
    await world.core.users.setRoles(world.admin, world.curator.id, ["curator"]);
    expect((await world.core.drafts.get(world.author, world.id)).status).toBe("pending");
    expect((await world.core.review.claim(world.curator, world.id)).status).toBe("in_review");
  });

  test("is in the author's pages where its time of creation puts it, each draft once", async () => {
    const world = await fixture();
    const { core, clock, author, curator } = world;
    const ids: string[] = [];
    for (let count = 0; count < 12; count++) {
      ids.unshift(await submit(world));
      if (count % 3 === 0) await clock.advance(1000);
    }
    for (const id of ids.filter((_, at) => at % 2 === 0)) await core.review.claim(curator, id);
    const held = ids.filter((_, at) => at % 2 === 0);
    const pagesOf = async (status: "pending" | "in_review"): Promise<string[]> => {
      const seen: string[] = [];
      let next: string | null | undefined;
      do {
        const page = await core.drafts.list(author, {
          status,
          limit: 5,
          ...(typeof next === "string" && { cursor: next }),
        });
        expect(page.items.every((draft) => draft.status === status)).toBe(true);
        seen.push(...page.items.map(({ id }) => id));
        next = page.next;
      } while (next !== null);
      return seen;
    };
    expect(new Set(await pagesOf("in_review"))).toEqual(new Set(held));
    await runOut(world);
    expect(await pagesOf("in_review")).toEqual([]);
    const all = (await core.drafts.list(author)).items.map(({ id }) => id);
    expect(await pagesOf("pending"), "in the order of the whole list").toEqual(all);
    const first = await core.drafts.list(author, { status: "pending", limit: 5 });
    const foreign = core.drafts.list(author, { status: "in_review", cursor: first.next ?? "" });
    expect(await codeOf(foreign)).toBe("CURSOR_INVALID");
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
