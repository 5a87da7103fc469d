/** The plain flow of the seed: register, draft, queue, approve, and the market is there for everybody. */
import { expect, test } from "vitest";

import { fixture, specification } from "./support/curation.ts";

test("a draft of an unproved wallet becomes a market that everybody sees", async () => {
  const { core, author, admin } = await fixture();
  const draft = await core.drafts.create(author, { draft_data: specification() });
  expect(draft).toMatchObject({ status: "pending", version: 1, validation_errors: [] });

  const queue = await core.review.queue(admin);
  expect(queue.items.map(({ id }) => id)).toEqual([draft.id]);

  const approved = await core.review.approve(admin, draft.id, { curator_notes: "fine" });
  expect(approved.status).toBe("approved");

  const listed = await core.markets.list(null);
  expect(listed).toMatchObject({ total: 1, next: null });
  expect(listed.items[0]).toMatchObject({
    id: approved.market_id,
    state: "active",
    creator_wallet: author.wallet_address,
    total_volume: "0",
  });
  expect(listed.items[0]?.outcomes.map((one) => one.current_probability)).toEqual([0.5, 0.5]);

  const actions = await core.drafts.actions(author, draft.id);
  expect(actions.map(({ action }) => action)).toEqual(["submit", "claim", "approve"]);
  expect((await core.accounts.get(author.id)).total_markets_created).toBe(1);
});
