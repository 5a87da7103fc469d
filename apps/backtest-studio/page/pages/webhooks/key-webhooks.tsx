/** Webhooks of the key, or of readers without one: for their runs and orders. */

import { iterate } from "@bourse/client";
import type { NewWebhook, Webhook, WebhookDelivery } from "@bourse/contract/backtest";
import { firstOf, ONCE, Webhooks, type WebhookPages } from "@bourse/ui";

import { apiKey, clients } from "../../model/session.ts";
import { faultsOf, wordsOf } from "../../model/words.ts";

type EventType = NewWebhook["events"][number];

const EVENTS: Readonly<Record<Exclude<EventType, "*">, string>> = {
  "job.created": "A run was created and waits for its turn.",
  "job.started": "A run was begun.",
  "job.completed": "A run is completed: its results can be read.",
  "job.failed": "A run has failed.",
  "job.cancelled": "A run was cancelled.",
  "order.unconfirmed": "The exchange has not answered to an order: it may be placed.",
  "order.placed": "An order stands at the exchange.",
  "order.partially_filled": "A part of an order is filled.",
  "order.filled": "An order is filled.",
  "order.cancelled": "An order was cancelled.",
  "order.rejected": "An order was refused.",
};

const CALLS: WebhookPages["calls"] = {
  list: () => call(async (client) => (await client.listWebhooks()).map(viewOf)),
  create: ({ url, events }) => {
    const body = { url, events: typesOf(events) };
    return call((client) => client.createWebhook({ body }, ONCE));
  },
  change: (id, { events, ...rest }) => {
    const body = { ...rest, ...(events === undefined ? {} : { events: typesOf(events) }) };
    return call((client) => client.updateWebhook({ params: { id }, body }, ONCE));
  },
  rotate: (id, grace_seconds) =>
    call(async (client) => {
      const input = { params: { id }, body: { grace_seconds } };
      return (await client.rotateWebhook(input, ONCE)).secret;
    }),
  remove: (id) => call((client) => client.deleteWebhook({ params: { id } }, ONCE)),
  deliveries: (id, count) =>
    call(async (client) => {
      const input = { params: { id }, query: { limit: Math.min(count, 100) } };
      const rows = await firstOf(count, iterate(client.listWebhookDeliveries, input));
      return rows.map(deliveryOf);
    }),
  replay: (id, delivery_id) =>
    call((client) => client.replayWebhookDelivery({ params: { id, delivery_id } }, ONCE)),
};

/** The list, a new one or one of them, as the address has it. */
export function KeyWebhooks() {
  return (
    <Webhooks
      calls={CALLS}
      events={EVENTS}
      about="A webhook posts to an address of yours what becomes of your runs and orders: signed, and again until it is taken."
      since={apiKey.value}
    />
  );
}

type Client = (typeof clients.value)["backtest"];

async function call<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
  try {
    return await work(clients.peek().backtest);
  } catch (error) {
    const [fault] = Object.entries(faultsOf(error));
    throw Object.assign(new Error(fault?.[1] ?? wordsOf(error)), { field: fault?.[0] });
  }
}

function viewOf({ created_at, ...rest }: Webhook) {
  return { ...rest, createdAt: created_at };
}

function deliveryOf({ event_id, occurred_at, next_attempt_at, ...rest }: WebhookDelivery) {
  return { ...rest, eventId: event_id, occurredAt: occurred_at, nextAttemptAt: next_attempt_at };
}

/** Types as the contract has them: the page offers no other one. */
function typesOf(events: readonly string[]): EventType[] {
  return events.map((type) => type as EventType);
}
