/** Disputes: who may settle them, how often, and what the trail and the events tell of them. */
import { describe, expect, test } from "vitest";

import type { Actor, CurationEvent, Market } from "../src/index.ts";
import { DAY, type Fixture, codeOf, fixture, specification } from "./support/curation.ts";

interface Disputed {
  readonly world: Fixture;
  readonly market: Market;
  /** Another admin than `world.admin`. */
  readonly second: Actor;
  readonly resolve: (
    actor: Actor,
    outcome: number,
    evidenceUrl?: string,
  ) => ReturnType<Fixture["core"]["markets"]["resolve"]>;
}

/** A market that the first admin has locked and resolved for its first outcome. */
async function resolved(options: object = {}): Promise<Disputed> {
  const world = await fixture(options);
  const { core, author, curator, admin, join } = world;
  const second = await join("second", ["admin"]);
  const { id } = await core.drafts.create(author, { draftData: specification() });
  const { marketId } = await core.review.approve(curator, id, { curatorNotes: "Clear." });
  const market = await core.markets.lock(admin, marketId ?? "");
  const resolve: Disputed["resolve"] = (actor, outcome, evidenceUrl = "https://e.example/1") =>
    core.markets.resolve(actor, market.id, {
      outcomeId: market.outcomes[outcome]?.id ?? "",
      evidenceUrl,
    });
  await resolve(admin, 0);
  return { world, market, second, resolve };
}

async function eventsOf({ core }: Fixture, count: number): Promise<readonly CurationEvent[]> {
  const ending = new AbortController();
  const events: CurationEvent[] = [];
  for await (const event of core.events.subscribe({ after: 0, signal: ending.signal })) {
    events.push(event);
    if (events.length === count) ending.abort();
  }
  return events;
}

describe("a dispute", () => {
  test("is not settled by the admin whose resolution it disputes, but by another one", async () => {
    const { world, market, second, resolve } = await resolved();
    const { core, author, admin } = world;
    await core.markets.dispute(author, market.id, "The source was corrected.");
    expect(await codeOf(resolve(admin, 0))).toBe("FORBIDDEN");
    expect(await codeOf(core.markets.invalidate(admin, market.id, "No source."))).toBe("FORBIDDEN");
    expect((await resolve(second, 1)).resolution?.resolvedBy).toBe(second.id);
  });

  test("opens a bounded number of rounds: the last resolution is final", async () => {
    const { world, market, second, resolve } = await resolved();
    const { core, author, admin } = world;
    const dispute = () => core.markets.dispute(author, market.id, "Still wrong.");
    await dispute();
    await resolve(second, 1);
    await dispute();
    expect((await resolve(admin, 0)).resolutionCount).toBe(3);
    await expect(dispute()).rejects.toMatchObject({
      code: "STATE_CONFLICT",
      message: "The market was resolved 3 times; its last resolution is final.",
    });
  });

  test("cannot be opened at all where one resolution is the limit", async () => {
    const { world, market } = await resolved({ resolutionRounds: 1 });
    const disputing = world.core.markets.dispute(world.author, market.id, "Wrong.");
    expect(await codeOf(disputing)).toBe("STATE_CONFLICT");
  });

  test("shows its reason to the creator, curators and its author, and to nobody else", async () => {
    const { world, market } = await resolved();
    const { core, author, curator, join } = world;
    const trader = await join("trader");
    const stranger = await join("stranger");
    const disputed = await core.markets.dispute(trader, market.id, "The source was corrected.");
    const reason = { disputedBy: trader.id, reason: "The source was corrected." };
    expect(disputed.dispute).toMatchObject(reason);
    for (const actor of [author, curator, trader]) {
      expect((await core.markets.get(actor, market.id)).dispute).toMatchObject(reason);
    }
    for (const actor of [stranger, null]) {
      expect((await core.markets.get(actor, market.id)).dispute).toBeNull();
    }
  });
});

describe("a market", () => {
  test("tells everybody why it is invalid", async () => {
    const { world, market, second } = await resolved();
    const { core, author } = world;
    await core.markets.dispute(author, market.id, "Two sources differ.");
    await core.markets.invalidate(second, market.id, "Called off.");
    expect(await core.markets.get(null, market.id)).toMatchObject({
      state: "invalid",
      invalidReason: "Called off.",
      resolution: null,
    });
  });

  test("has a trail with every change and its cause, for its creator and curators", async () => {
    const { world, market, second, resolve } = await resolved();
    const { core, author, curator, admin, clock, join } = world;
    await clock.advance(DAY);
    await core.markets.dispute(author, market.id, "The source was corrected.");
    await resolve(second, 1, "https://e.example/2");
    await core.markets.dispute(author, market.id, "And back again.");
    await core.markets.invalidate(admin, market.id, "No source is left.");
    const [yes, no] = market.outcomes.map(({ id }) => id);
    const entries = (await core.markets.actions(author, market.id)).map((entry) => [
      entry.action,
      entry.actorName,
      entry.fromState,
      entry.toState,
      entry.reason ?? entry.outcomeId,
      entry.evidenceUrl,
    ]);
    expect(entries).toEqual([
      ["create", "carol", null, "active", "Clear.", null],
      ["lock", "rita", "active", "locked", null, null],
      ["resolve", "rita", "locked", "resolved", yes, "https://e.example/1"],
      ["dispute", "author", "resolved", "disputed", "The source was corrected.", null],
      ["amend", "second", "disputed", "resolved", no, "https://e.example/2"],
      ["dispute", "author", "resolved", "disputed", "And back again.", null],
      ["invalidate", "rita", "disputed", "invalid", "No source is left.", null],
    ]);
    expect(await core.markets.actions(curator, market.id)).toHaveLength(7);
    const stranger = await join("stranger");
    expect(await codeOf(core.markets.actions(stranger, market.id))).toBe("FORBIDDEN");
    expect(await codeOf(core.markets.actions(author, "nowhere"))).toBe("NOT_FOUND");
  });

  test("announces resolution, dispute, amendment and cancellation with their causes", async () => {
    const { world, market, second, resolve } = await resolved();
    const { core, author, admin } = world;
    await core.markets.dispute(author, market.id, "The source was corrected.");
    await resolve(second, 1, "https://e.example/2");
    await core.markets.dispute(author, market.id, "And back again.");
    await core.markets.invalidate(admin, market.id, "No source is left.");
    const [yes, no] = market.outcomes.map(({ id }) => id);
    const told = (await eventsOf(world, 9))
      .slice(3)
      .map(({ type, data }) => [
        type,
        data.marketId === market.id,
        data.marketState,
        data.actorName,
        data.reason ?? data.outcomeId,
      ]);
    expect(told).toEqual([
      ["market.created", true, "active", "carol", null],
      ["market.resolved", true, "resolved", "rita", yes],
      ["market.disputed", true, "disputed", "author", "The source was corrected."],
      ["market.amended", true, "resolved", "second", no],
      ["market.disputed", true, "disputed", "author", "And back again."],
      ["market.cancelled", true, "invalid", "rita", "No source is left."],
    ]);
  });
});

test("the conversation that led to a draft is shown to its author and curators", async () => {
  const { core, author, curator } = await fixture();
  const conversationHistory = [{ role: "user", content: "A market on rain, please." }];
  const draftData = specification();
  const { id } = await core.drafts.create(author, { draftData, conversationHistory });
  for (const actor of [author, curator]) {
    expect((await core.drafts.get(actor, id)).conversationHistory).toEqual(conversationHistory);
  }
});

describe("the market of an admin's own draft", () => {
  /** The market that `world.admin` wrote, locked; approved by a curator. */
  async function ownMarket(options: object = {}) {
    const world = await fixture(options);
    const { core, admin, curator } = world;
    const { id } = await core.drafts.create(admin, { draftData: specification() });
    const { marketId } = await core.review.approve(curator, id);
    const market = await core.markets.lock(admin, marketId ?? "");
    const evidenceUrl = "https://e.example/1";
    const resolve = (actor: Actor): Promise<Market> =>
      core.markets.resolve(actor, market.id, {
        outcomeId: market.outcomes[0]?.id ?? "",
        evidenceUrl,
      });
    return { ...world, market, resolve };
  }

  test("is resolved and invalidated by another admin when there is one", async () => {
    const { core, admin, join, market, resolve } = await ownMarket();
    const second = await join("second", ["admin"]);
    const invalidating = core.markets.invalidate(admin, market.id, "The source is gone.");
    for (const refused of [resolve(admin), invalidating]) {
      await expect(refused).rejects.toMatchObject({
        code: "FORBIDDEN",
        message: "You wrote this market's draft; another admin has to resolve it.",
      });
    }
    expect((await resolve(second)).resolution?.resolvedBy).toBe(second.id);
  });

  test("is resolved by its author who is the only admin", async () => {
    const { admin, resolve } = await ownMarket();
    expect((await resolve(admin)).resolution?.resolvedBy).toBe(admin.id);
  });

  test("is resolved again by its author when the only other admin made the disputed resolution", async () => {
    const { core, admin, author, join, market, resolve } = await ownMarket();
    const second = await join("second", ["admin"]);
    await resolve(second);
    await core.markets.dispute(author, market.id, "The source was corrected.");
    expect(await codeOf(resolve(second))).toBe("FORBIDDEN");
    expect((await resolve(admin)).resolution?.resolvedBy).toBe(admin.id);
    await core.markets.dispute(author, market.id, "Still wrong.");
    expect(await codeOf(resolve(admin)), "own resolution").toBe("FORBIDDEN");
  });

  test("is never resolved by its author under strict four eyes", async () => {
    const { admin, join, resolve } = await ownMarket({ fourEyes: "strict" });
    expect(await codeOf(resolve(admin))).toBe("FORBIDDEN");
    const second = await join("second", ["admin"]);
    expect((await resolve(second)).resolution?.resolvedBy).toBe(second.id);
  });
});
