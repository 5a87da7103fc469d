/** Handlers of webhooks: their owner is the account of the access token. */

import type { AuthCore, Identity, Webhook, WebhookDelivery } from "@bourse/auth-core";
import type { Handlers } from "@bourse/contract";
import type { AuthApi } from "@bourse/contract/auth";

import { listReply } from "../paging/list-reply.ts";
import { isoTime } from "../time/iso-time.ts";

type Routes = Pick<
  AuthApi["routes"],
  | "createWebhook"
  | "listWebhooks"
  | "getWebhook"
  | "updateWebhook"
  | "deleteWebhook"
  | "rotateWebhook"
  | "listWebhookDeliveries"
  | "replayWebhookDelivery"
>;

/** Handlers of the routes of webhooks. */
export function webhookHandlers({
  webhooks,
}: Pick<AuthCore<string>, "webhooks">): Handlers<Routes, Identity<string>> {
  return {
    createWebhook: async ({ body }, { identity: { userId } }) =>
      wireWebhook(await webhooks.create(userId, body)),

    listWebhooks: async (_input, { identity: { userId } }) =>
      (await webhooks.list(userId)).map(wireWebhook),

    getWebhook: async ({ params: { id } }, { identity: { userId } }) =>
      wireWebhook(await webhooks.get(userId, id)),

    updateWebhook: async ({ params: { id }, body }, { identity: { userId } }) =>
      wireWebhook(await webhooks.change(userId, id, body)),

    async deleteWebhook({ params: { id } }, { identity: { userId } }) {
      await webhooks.remove(userId, id);
      return { id };
    },

    rotateWebhook: async ({ params: { id }, body }, { identity: { userId } }) =>
      wireWebhook(await webhooks.rotate(userId, id, body.graceSeconds)),

    listWebhookDeliveries: async ({ params: { id }, query }, { identity: { userId } }) =>
      listReply(await webhooks.deliveries(userId, id, query), wireDelivery),

    replayWebhookDelivery: async ({ params }, { identity: { userId } }) =>
      wireDelivery(await webhooks.replay(userId, params.id, params.deliveryId)),
  };
}

function wireWebhook<Given extends Webhook>({ createdAt, events, ...rest }: Given) {
  return { ...rest, events: [...events], createdAt: isoTime(createdAt) };
}

function wireDelivery({ occurredAt, nextAttemptAt, ...rest }: WebhookDelivery) {
  return {
    ...rest,
    occurredAt: isoTime(occurredAt),
    nextAttemptAt: nextAttemptAt === null ? null : isoTime(nextAttemptAt),
  };
}
