/** Webhooks of the reader, who is the node's owner or has a key: for the events of the node. */

import type {
  NewWebhook,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookList,
  WebhookWithSecret,
} from "@bourse/contract/node";
import { firstOf, Webhooks, type WebhookPages } from "@bourse/ui";

import { apiKey, call, get } from "../../model/api.ts";

const EVENTS: Readonly<Record<Exclude<NewWebhook["events"][number], "*">, string>> = {
  "health.component_change": "A part of the node works again, or not any more.",
  "token.transfer_completed": "A payment of the wallet is on the chain.",
  "token.transfer_failed": "A payment of the wallet has failed.",
  "token.added": "A token was added to the node's list.",
  "data.shared": "Data were shared with another node.",
  "data.received": "Data of another node were received.",
  "system.node_started": "The node was started.",
  "system.node_stopping": "The node is about to stop.",
  "system.error": "The node has met an error.",
};

const ROUTE = "/api/webhooks";

const CALLS: WebhookPages["calls"] = {
  list: async () => (await get<WebhookList>(ROUTE)).webhooks.map(viewOf),
  create: async (body) => (await call<WebhookWithSecret>("POST", ROUTE, { body })).body,
  change: (id, body) => call("PATCH", `${ROUTE}/${id}`, { body }),
  rotate: async (id, grace_seconds) => {
    const body = { grace_seconds };
    return (await call<WebhookWithSecret>("POST", `${ROUTE}/${id}/rotate`, { body })).body.secret;
  },
  remove: (id) => call("DELETE", `${ROUTE}/${id}`),
  deliveries: async (id, count) => (await firstOf(count, deliveries(id, count))).map(deliveryOf),
  replay: (id, deliveryId) => call("POST", `${ROUTE}/${id}/deliveries/${deliveryId}/replay`),
};

/** The list, a new one or one of them, as the address has it. */
export function NodeWebhooks() {
  return (
    <Webhooks
      calls={CALLS}
      events={EVENTS}
      about="A webhook posts what happens on this node to an address of yours: signed, and again until it is taken."
      since={apiKey.value}
    />
  );
}

async function* deliveries(id: string, count: number): AsyncGenerator<WebhookDelivery> {
  const path = `${ROUTE}/${id}/deliveries?limit=${Math.min(count, 100)}`;
  let cursor: string | null = "";
  while (cursor !== null) {
    const from: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const page: WebhookDeliveryList = await get<WebhookDeliveryList>(path + from);
    yield* page.deliveries;
    cursor = page.next_cursor;
  }
}

function viewOf({ created_at, ...rest }: Webhook) {
  return { ...rest, createdAt: created_at };
}

function deliveryOf({ event_id, occurred_at, next_attempt_at, ...rest }: WebhookDelivery) {
  return { ...rest, eventId: event_id, occurredAt: occurred_at, nextAttemptAt: next_attempt_at };
}
