/** Handlers of webhooks: their owner is the API key of the caller, or the node's owner. */

import { pageReply, type Handlers } from "@bourse/contract";
import type { NodeInternalApi } from "@bourse/contract/node";
import {
  NODE_OWNER,
  NodeError,
  type DataNode,
  type Webhook,
  type WebhookDelivery,
} from "@bourse/node-core";

import { isAccountHolder } from "./account-holder.ts";
import type { NodeCaller } from "./authenticate.ts";
import { unixSeconds } from "./wire/views.ts";

type Routes = Pick<
  NodeInternalApi["routes"],
  | "createWebhook"
  | "listWebhooks"
  | "updateWebhook"
  | "deleteWebhook"
  | "rotateWebhook"
  | "listWebhookDeliveries"
  | "replayWebhookDelivery"
>;

/** Handlers of the routes of webhooks. */
export function webhookHandlers<Identity extends NodeCaller | undefined>({
  webhooks,
}: Pick<DataNode, "webhooks">): Handlers<Routes, Identity> {
  return {
    createWebhook: async ({ body }, { identity }) =>
      wireWebhook(await webhooks.create(ownerOf(identity), body)),

    async listWebhooks(_input, { identity }) {
      const found = (await webhooks.list(ownerOf(identity))).map(wireWebhook);
      return { webhooks: found, count: found.length };
    },

    updateWebhook: async ({ params: { id }, body }, { identity }) =>
      wireWebhook(await webhooks.change(ownerOf(identity), id, body)),

    async deleteWebhook({ params: { id } }, { identity }) {
      await webhooks.remove(ownerOf(identity), id);
      return { id, success: true };
    },

    rotateWebhook: async ({ params: { id }, body }, { identity }) =>
      wireWebhook(await webhooks.rotate(ownerOf(identity), id, body.grace_seconds)),

    async listWebhookDeliveries({ params: { id }, query }, { identity }) {
      const { items, next } = await webhooks.deliveries(ownerOf(identity), id, query);
      const deliveries = items.map(wireDelivery);
      return pageReply({ deliveries, count: deliveries.length, next_cursor: next }, next);
    },

    replayWebhookDelivery: async ({ params: { id, delivery_id: deliveryId } }, { identity }) =>
      wireDelivery(await webhooks.replay(ownerOf(identity), id, deliveryId)),
  };
}

/** @throws NodeError FORBIDDEN for a key of an account: nobody would tell the node of its end */
function ownerOf(caller: NodeCaller | undefined): string {
  if (caller === null || caller === undefined) return NODE_OWNER;
  if (!isAccountHolder(caller)) return caller.id;
  throw new NodeError(
    "FORBIDDEN",
    "A key of an account has no webhooks at a node: use a key of the node.",
  );
}

function wireWebhook<Given extends Webhook>({ createdAt, events, ...rest }: Given) {
  return { ...rest, events: [...events], created_at: unixSeconds(createdAt) };
}

function wireDelivery({ eventId, occurredAt, nextAttemptAt, ...rest }: WebhookDelivery) {
  return {
    ...rest,
    event_id: eventId,
    occurred_at: unixSeconds(occurredAt),
    next_attempt_at: nextAttemptAt === null ? null : unixSeconds(nextAttemptAt),
  };
}
