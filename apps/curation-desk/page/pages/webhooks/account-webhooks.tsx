/** Webhooks of the account: for the events of its drafts and markets, and for a curator of all. */

import { iterate } from "@bourse/client";
import type { NewWebhook, Webhook, WebhookDelivery } from "@bourse/client/curation";
import { firstOf, ONCE, Webhooks, type WebhookPages } from "@bourse/ui";

import { explained } from "../../model/explained.ts";
import { accounts } from "../../model/service.ts";
import { isCurator, user } from "../../model/session.ts";

type EventType = NewWebhook["events"][number];

const EVENTS: Readonly<Record<Exclude<EventType, "*">, string>> = {
  "draft.submitted": "A draft was handed in for review.",
  "draft.claimed": "A curator has taken a draft, and decides next.",
  "draft.released": "A curator has given a draft back to the queue.",
  "draft.decided": "A draft was approved, rejected or sent back for changes.",
  "comment.hidden": "An administrator has hidden a comment on a draft.",
  "comment.shown": "A hidden comment is shown again.",
  "market.created": "An approved draft became a market.",
  "market.resolved": "The outcome of a market was set.",
  "market.disputed": "Somebody disputes the outcome of a market.",
  "market.amended": "The text of a market was amended.",
  "market.cancelled": "A market was cancelled.",
  "account.recovery_started": "Somebody has begun to recover your account without its wallet.",
  "account.recovery_ended": "The recovery of your account has ended without a new wallet.",
  "account.recovered": "Your account was recovered: another wallet signs in to it.",
  "account.wallets_changed": "A wallet of your account was added or removed.",
};

const CALLS: WebhookPages["calls"] = {
  list: () => call(async () => (await accounts.listWebhooks()).map(viewOf)),
  create: explained(({ url, events }) =>
    accounts.createWebhook({ body: { url, events: typesOf(events) } }, ONCE),
  ),
  change: (id, { events, ...rest }) => {
    const body = { ...rest, ...(events === undefined ? {} : { events: typesOf(events) }) };
    return call(() => accounts.updateWebhook({ params: { id }, body }, ONCE));
  },
  rotate: (id, grace_seconds) =>
    call(async () => {
      const input = { params: { id }, body: { grace_seconds } };
      return (await accounts.rotateWebhook(input, ONCE)).secret;
    }),
  remove: explained((id) => accounts.deleteWebhook({ params: { id } }, ONCE)),
  deliveries: (id, count) =>
    call(async () => {
      const input = { params: { id }, query: { limit: Math.min(count, 100) } };
      const rows = await firstOf(count, iterate(accounts.listWebhookDeliveries, input));
      return rows.map(deliveryOf);
    }),
  replay: (id, delivery_id) =>
    call(() => accounts.replayWebhookDelivery({ params: { id, delivery_id } }, ONCE)),
};

/** The list, a new one or one of them, as the address has it. */
export function AccountWebhooks() {
  const whose = isCurator.value ? "drafts and markets, of all authors," : "your drafts and markets";
  return (
    <Webhooks
      calls={CALLS}
      events={EVENTS}
      about={`A webhook posts what happens to ${whose} to an address of yours: signed, and again until it is taken.`}
      since={user.value?.id}
    />
  );
}

function call<Result>(work: () => Promise<Result>): Promise<Result> {
  return explained(work)(undefined);
}

function viewOf({ created_at, ...rest }: Webhook) {
  return { ...rest, createdAt: created_at };
}

function deliveryOf(delivery: WebhookDelivery) {
  const { event_id, occurred_at, next_attempt_at, ...rest } = delivery;
  return {
    ...rest,
    eventId: event_id,
    occurredAt: occurred_at,
    nextAttemptAt: next_attempt_at,
  };
}

/** Types as the contract has them: the page offers no other one. */
function typesOf(events: readonly string[]): EventType[] {
  return events.map((type) => type as EventType);
}
