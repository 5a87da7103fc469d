/** The plain flow of the seed: register, draft, queue, approve, and the market is there for everybody. */
import { expect, test } from "vitest";

import { fixture, specification } from "./support/curation.ts";

test("a draft of an unproved wallet becomes a market that everybody sees", async () => {
  const { core, author, admin } = await fixture();
  const draft = await core.drafts.create(author, { draftData: specification() });
  expect(draft).toMatchObject({ status: "pending", version: 1, validationErrors: [] });

  const queue = await core.review.queue(admin);
  expect(queue.items.map(({ id }) => id)).toEqual([draft.id]);

  const approved = await core.review.approve(admin, draft.id, { curatorNotes: "fine" });
  expect(approved.status).toBe("approved");

  const listed = await core.markets.list(null);
  expect(listed).toMatchObject({ total: 1, next: null });
  expect(listed.items[0]).toMatchObject({
    id: approved.marketId,
    state: "active",
    creatorWallet: author.walletAddress,
    totalVolume: "0",
  });
  expect(listed.items[0]?.outcomes.map((one) => one.currentProbability)).toEqual([0.5, 0.5]);

  const actions = await core.drafts.actions(author, draft.id);
  expect(actions.map(({ action }) => action)).toEqual(["submit", "claim", "approve"]);
  expect((await core.accounts.get(author.id)).totalMarketsCreated).toBe(1);
});
