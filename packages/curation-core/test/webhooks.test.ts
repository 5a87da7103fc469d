/** Events of drafts and markets for webhooks: with the act itself, and only for those who may read the draft. */
import type { WebhookRequest } from "@bourse/outbox";
import { expect, test } from "vitest";

import type { Actor } from "../src/index.ts";
import { codeOf, fixture, PASSWORD, specification } from "./support/curation.ts";

async function subscribed() {
  const requests: WebhookRequest[] = [];
  const send = async (request: WebhookRequest): Promise<number> => {
    requests.push(request);
    return 204;
  };
  const made = await fixture({ webhooks: { sender: { refusal: () => undefined, send } } });
  const { core } = made;
  const listen = async ({ id, username }: Actor): Promise<void> => {
    await core.webhooks.create(id, { url: `https://${username}.example`, events: ["*"] });
  };
  const told = async (): Promise<readonly string[]> => {
    await core.webhooks.deliverDue();
    const lines = requests.splice(0).map(({ url, body }) => {
      const { type } = JSON.parse(body) as { readonly type: string };
      return `${new URL(url).hostname.split(".")[0]} ${type}`;
    });
    return lines.toSorted();
  };
  return { ...made, requests, listen, told };
}

test("the author of a draft and curators are told of each event, and no other account is", async () => {
  const { core, author, curator, admin, join, listen, told, requests } = await subscribed();
  const stranger = await join("stranger");
  for (const one of [author, curator, admin, stranger]) await listen(one);
  const { id } = await core.drafts.create(author, { draftData: specification() });
  const all = (type: string): readonly string[] =>
    ["author", "carol", "rita"].map((name) => `${name} ${type}`);
  expect(await told()).toEqual(all("draft.submitted"));
  await core.drafts.create(author, { draftData: specification(), submit: false });
  expect(await told(), "nobody is told of a draft that waits for nobody").toEqual([]);
  await core.review.claim(curator, id);
  await core.webhooks.deliverDue();
  const [{ body } = { body: "" }] = requests;
  expect(JSON.parse(body)).toMatchObject({
    type: "draft.claimed",
    data: { draft_id: id, status: "in_review", actor_name: "carol", market_id: null },
  });
  requests.length = 0;
  await core.users.setRoles(admin, curator.id, []);
  await core.review.approve(admin, id);
  const after = await told();
  expect(after.filter((line) => line.startsWith("carol"))).toEqual([]);
  expect(after).toContain("author draft.decided");
  expect(after).toContain("rita market.created");
});

test("an act that is refused tells nobody, and a role that comes later opens the feed", async () => {
  const { core, author, admin, join, listen, told } = await subscribed();
  const later = await join("later");
  await listen(later);
  const { id } = await core.drafts.create(author, { draftData: specification() });
  expect(await told()).toEqual([]);
  await core.users.setRoles(admin, later.id, ["curator"]);
  expect(await codeOf(core.review.release(admin, id))).not.toBe("resolved");
  expect(await told()).toEqual([]);
  await core.drafts.withdraw(author, id);
  await core.drafts.create(author, { draftData: specification() });
  expect(await told()).toEqual(["later draft.submitted"]);
});

test("a suspended account makes no webhook, and a deleted one loses its own", async () => {
  const { core, author, curator, admin, listen, told } = await subscribed();
  await core.moderation.suspend(curator, author.id, { reason: "Floods the queue." });
  expect(await codeOf(listen(author))).toBe("ACCOUNT_SUSPENDED");
  await listen(curator);
  expect(await core.personalData.deleteNow(`id:${curator.id}`)).toBe(1);
  const other = await core.accounts.register({
    walletAddress: `0x${"8".repeat(40)}`,
    username: "zoe",
    email: "zoe@example.com",
    password: PASSWORD,
  });
  const zoe = await core.guard.identify(`Bearer ${other.token}`);
  await core.drafts.create(zoe, { draftData: specification() });
  expect(await told()).toEqual([]);
  expect(await core.webhooks.list(curator.id)).toEqual([]);
  expect(await codeOf(core.webhooks.create("nobody", { url: "x", events: ["*"] }))).toBe(
    "NOT_FOUND",
  );
  const wrong = core.webhooks.create(admin.id, { url: "no address", events: ["*"] });
  expect(await codeOf(wrong)).toBe("VALIDATION_ERROR");
});
