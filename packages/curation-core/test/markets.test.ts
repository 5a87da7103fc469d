/** Markets: states by the clock, lists, the search, and what is public. */
import { describe, expect, test } from "vitest";

import { type DraftData, type Market, seedCuration } from "../src/index.ts";
import { DAY, type Fixture, START, codeOf, fixture, specification } from "./support/curation.ts";

async function market(world: Fixture, change: DraftData = {}): Promise<Market> {
  const { core, author, curator } = world;
  const draft = await core.drafts.create(author, { draftData: specification(change) });
  const { marketId } = await core.review.approve(curator, draft.id);
  return await core.markets.get(curator, marketId ?? "");
}

const at = (days: number): string => new Date(START + days * DAY).toISOString();

describe("the clock", () => {
  test("opens and locks a market without anything running, in the list as in the detail", async () => {
    const world = await fixture();
    const { core, clock, author } = world;
    const { id, state } = await market(world, { openAt: at(1), lockAt: at(2) });
    expect(state).toBe("pending_launch");
    expect(await codeOf(core.markets.get(null, id))).toBe("NOT_FOUND");
    expect((await core.markets.get(author, id)).state).toBe("pending_launch");
    expect((await core.markets.list(null, { state: "pending_launch" })).total).toBe(0);
    await clock.advance(DAY);
    expect((await core.markets.list(null)).items.map((item) => item.state)).toEqual(["active"]);
    await clock.advance(DAY);
    expect((await core.markets.list(null)).items.map((item) => item.state)).toEqual(["locked"]);
    expect((await core.markets.get(null, id)).state).toBe("locked");
  });

  test("closes the window of disputes", async () => {
    const world = await fixture();
    const { core, clock, admin, author, join } = world;
    const second = await join("second", ["admin"]);
    const { id, outcomes } = await market(world, { disputeWindowHours: 24 });
    const resolution = { outcomeId: outcomes[1]?.id ?? "", evidenceUrl: "https://e.example/1" };
    expect(await codeOf(core.markets.resolve(admin, id, resolution)), "active").toBe(
      "STATE_CONFLICT",
    );
    await core.markets.lock(admin, id);
    const resolved = await core.markets.resolve(admin, id, resolution);
    expect(resolved.resolution).toEqual({ ...resolution, resolvedBy: admin.id });
    await clock.advance(DAY - 1);
    expect((await core.markets.dispute(author, id, "No.")).state).toBe("disputed");
    await core.markets.resolve(second, id, resolution);
    await clock.advance(DAY);
    expect(await codeOf(core.markets.dispute(author, id, "Late."))).toBe("STATE_CONFLICT");
  });
});

test("the moves of markets are for admins", async () => {
  const world = await fixture();
  const { id } = await market(world);
  const { markets } = world.core;
  const input = { outcomeId: "x", evidenceUrl: "https://e.example" };
  const moves = [
    markets.lock(world.curator, id),
    markets.launch(world.author, id),
    markets.resolve(world.curator, id, input),
    markets.invalidate(world.curator, id, "Called off."),
  ];
  expect(new Set(await Promise.all(moves.map(codeOf)))).toEqual(new Set(["FORBIDDEN"]));
});

describe("the list", () => {
  test("filters by all tags, state and creator, and counts what fits on all pages", async () => {
    const world = await fixture();
    const { core, author } = world;
    await market(world, { topicTags: ["a", "b"] });
    await market(world, { topicTags: ["B"] });
    await market(world, { topicTags: ["c"] });
    const total = async (query: object): Promise<number> =>
      (await core.markets.list(null, query)).total;
    expect(await total({ tags: ["b"] })).toBe(2);
    expect(await total({ tags: ["A", "b"] })).toBe(1);
    expect(await total({ state: "resolved" })).toBe(0);
    expect(await total({ creator: author.walletAddress })).toBe(3);
    expect(await total({ limit: 1, offset: 2 })).toBe(3);
    expect(await codeOf(total({ sortBy: "creatorId" }))).toBe("VALIDATION_ERROR");
    expect(await codeOf(total({ limit: 101 }))).toBe("VALIDATION_ERROR");
  });

  test.each(["createdAt", "resolutionDeadline", "questionText", "totalVolume"] as const)(
    "by %s, page after page in both orders, shows each market once",
    async (sortBy) => {
      const world = await fixture();
      const { core, clock } = world;
      for (let count = 0; count < 9; count++) {
        const later = { resolutionDeadline: at(10 + ((count * 5) % 7)) };
        const { resolutionDeadline: _, ...open } = specification();
        const questionText = `Will team ${(count * 4) % 9} win in 2026?`;
        const { author, curator } = world;
        const draftData = { ...open, questionText, ...(count % 4 === 3 ? {} : later) };
        const known = { acknowledgeWarnings: ["no_deadline"] };
        const draft = await core.drafts.create(author, { draftData, ...known });
        await core.review.approve(curator, draft.id, known);
        await clock.advance(1);
      }
      for (const order of ["asc", "desc"] as const) {
        const whole = await core.markets.list(null, { sortBy, order });
        const paged: string[] = [];
        let cursor: string | null = null;
        do {
          const page: typeof whole = await core.markets.list(null, {
            sortBy,
            order,
            limit: 2,
            ...(cursor === null ? {} : { cursor }),
          });
          paged.push(...page.items.map(({ id }) => id));
          cursor = page.next;
        } while (cursor !== null);
        expect(paged).toEqual(whole.items.map(({ id }) => id));
        const jumped = await core.markets.list(null, { sortBy, order, offset: 4, limit: 3 });
        expect(jumped.items.map(({ id }) => id)).toEqual(paged.slice(4, 7));
        const keys = whole.items.map((item) => item[sortBy]).filter((key) => key !== null);
        const sorted = keys.toSorted((a, b) => Number(a > b) - Number(a < b));
        expect(keys).toEqual(order === "asc" ? sorted : sorted.toReversed());
        if (sortBy === "resolutionDeadline") {
          expect(whole.items.slice(-2).map((item) => item.resolutionDeadline)).toEqual([
            null,
            null,
          ]);
        }
      }
    },
  );
});

test("the search wants all words, without case and accents, and ranks the question first", async () => {
  const world = await fixture();
  const { core } = world;
  const summary = "Nothing about it.";
  await market(world, { questionText: "Will the Café in Paris close in 2026?", summary });
  await market(world, { questionText: "Will it snow by May 2026?", summary: "A café in Paris." });
  const found = await core.markets.list(null, { search: "cafe PARIS" });
  expect(found.items.map((item) => item.questionText)).toEqual([
    "Will the Café in Paris close in 2026?",
    "Will it snow by May 2026?",
  ]);
  const first = await core.markets.list(null, { search: "cafe", limit: 1 });
  const second = await core.markets.list(null, { search: "cafe", cursor: first.next ?? "" });
  expect(second.items.map(({ id }) => id)).toEqual([found.items[1]?.id]);
  expect((await core.markets.list(null, { search: "cafe berlin" })).total).toBe(0);
  // A search without any word has one page, which is empty.
  await expect(core.markets.list(null, { search: "%", cursor: first.next! })).rejects.toMatchObject(
    { code: "CURSOR_INVALID" },
  );
});

test("an index that begins later, or on another instance, answers the same", async () => {
  const world = await fixture();
  await market(world);
  await world.core.markets.list(null);
  const replica = await world.again();
  await replica.markets.list(null);
  const { id } = await market(world, { topicTags: ["late"] });
  expect((await replica.markets.list(null, { tags: ["late"] })).items[0]?.id).toBe(id);
  await world.core.markets.lock(world.admin, id);
  expect((await replica.markets.list(null, { state: "locked" })).items[0]?.id).toBe(id);
});

test("a draft that nearly asks what an open market asks is warned of it by name", async () => {
  const world = await fixture();
  const { id } = await market(world);
  const draftData = specification({
    questionText: "Will bitcoin close above 100,000 USD by the 31 March 2026?",
  });
  const draft = await world.core.drafts.create(world.author, { draftData });
  expect(draft.validationWarnings).toMatchObject([{ code: "near_duplicate" }]);
  expect(draft.validationWarnings[0]?.message).toContain(id);
  await world.core.markets.lock(world.admin, id);
  await world.core.markets.invalidate(world.admin, id, "Called off.");
  const later = await world.core.drafts.create(world.author, { draftData });
  expect(later.validationWarnings, "it is not open any more").toEqual([]);
});

test("invisible characters hide neither a near-duplicate nor a second outcome of one label", async () => {
  const world = await fixture();
  const { id } = await market(world);
  const hidden = specification({
    questionText: "Will Bit\u200bcoin clo\u00adse ab\u2060ove 100,000 USD by 31 Ma\ufeffrch 2026?",
  });
  const draft = await world.core.drafts.create(world.author, { draftData: hidden });
  expect(draft.validationWarnings).toMatchObject([{ code: "near_duplicate" }]);
  expect(draft.validationWarnings[0]?.message).toContain(id);
  const alike = specification({ outcomes: [{ label: "Yes" }, { label: "Y\u200bes\u2060" }] });
  await expect(world.core.drafts.create(world.author, { draftData: alike })).rejects.toMatchObject({
    code: "DRAFT_INCOMPLETE",
    details: { issues: [{ loc: ["draftData", "outcomes", 1, "label"], type: "duplicate" }] },
  });
});

describe("of two drafts that ask the same", () => {
  const warned = [{ code: "near_duplicate" }];
  const twins = async (world: Fixture): Promise<[string, string]> => {
    const { core, author } = world;
    const [one, two] = await Promise.all([
      core.drafts.create(author, { draftData: specification() }),
      core.drafts.create(author, { draftData: specification() }),
    ]);
    expect([...one.validationWarnings, ...two.validationWarnings]).toEqual([]);
    return [one.id, two.id];
  };

  test("the second one is warned of when it is claimed, after the first was approved", async () => {
    const world = await fixture();
    const { core, curator, other } = world;
    const [one, two] = await twins(world);
    const { marketId } = await core.review.approve(curator, one);
    const claimed = await core.review.claim(other, two);
    expect(claimed.validationWarnings).toMatchObject(warned);
    expect(claimed.validationWarnings[0]?.message).toContain(marketId);
    expect((await core.drafts.get(other, two)).validationWarnings).toMatchObject(warned);
  });

  test("the second one is warned of when it is approved, though its claim came first", async () => {
    const world = await fixture();
    const { core, curator, other } = world;
    const [one, two] = await twins(world);
    expect((await core.review.claim(other, two)).validationWarnings).toEqual([]);
    const first = await core.review.approve(curator, one);
    expect(first.validationWarnings).toEqual([]);
    expect((await core.review.approve(other, two)).validationWarnings).toMatchObject(warned);
    expect((await core.drafts.get(other, two)).validationWarnings).toMatchObject(warned);
  });

  test("a bulk approval warns of the second one and names the market of the first", async () => {
    const world = await fixture();
    const { core, curator } = world;
    const ids = await twins(world);
    const { success, warnings } = await core.review.bulkApprove(curator, ids);
    expect(success).toEqual(ids);
    expect(warnings).toMatchObject([{ id: ids[1], code: "near_duplicate" }]);
    const { marketId } = await core.drafts.get(curator, ids[0]);
    expect(warnings[0]?.message).toContain(marketId);
  });
});

test("the seed makes drafts and markets in every state, once", async () => {
  const { core, admin } = await fixture();
  expect(await seedCuration(core, { now: START })).toEqual({ drafts: 13, markets: 7 });
  expect(await seedCuration(core, { now: START })).toEqual({ drafts: 0, markets: 0 });
  for (const status of [
    "draft",
    "pending",
    "in_review",
    "changes_requested",
    "rejected",
  ] as const) {
    const { items } = await core.review.queue(admin, { status });
    expect(items, status).toHaveLength(1);
  }
  for (const state of ["pending_launch", "locked", "resolved", "disputed", "invalid"] as const) {
    expect((await core.markets.list(admin, { state })).total, state).toBe(1);
  }
});
