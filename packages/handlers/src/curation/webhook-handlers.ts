/** Handlers of webhooks: their owner is the account of the access token. */

import type { Handlers } from "@bourse/contract";
import type { CurationApi } from "@bourse/contract/curation";
import type { CurationCore, Webhook, WebhookDelivery } from "@bourse/curation-core";

import { listReply } from "../paging/list-reply.ts";
import { isoTime } from "../time/iso-time.ts";
import { known, type Caller } from "./authenticate.ts";

type Routes = Pick<
  CurationApi["routes"],
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
}: Pick<CurationCore, "webhooks">): Handlers<Routes, Caller> {
  return {
    createWebhook: async ({ body }, { identity }) =>
      wireWebhook(await webhooks.create(known(identity).id, body)),

    listWebhooks: async (_input, { identity }) =>
      (await webhooks.list(known(identity).id)).map(wireWebhook),

    getWebhook: async ({ params: { id } }, { identity }) =>
      wireWebhook(await webhooks.get(known(identity).id, id)),

    updateWebhook: async ({ params: { id }, body }, { identity }) =>
      wireWebhook(await webhooks.change(known(identity).id, id, body)),

    async deleteWebhook({ params: { id } }, { identity }) {
      await webhooks.remove(known(identity).id, id);
      return { id };
    },

    rotateWebhook: async ({ params: { id }, body }, { identity }) =>
      wireWebhook(await webhooks.rotate(known(identity).id, id, body.grace_seconds)),

    listWebhookDeliveries: async ({ params: { id }, query }, { identity }) =>
      listReply(await webhooks.deliveries(known(identity).id, id, query), wireDelivery),

    replayWebhookDelivery: async ({ params: { id, delivery_id } }, { identity }) =>
      wireDelivery(await webhooks.replay(known(identity).id, id, delivery_id)),
  };
}

function wireWebhook<Given extends Webhook>({ createdAt, events, ...rest }: Given) {
  return { ...rest, events: [...events], created_at: isoTime(createdAt) };
}

function wireDelivery({ id, eventId, type, status, attempts, error, ...times }: WebhookDelivery) {
  const { occurredAt, nextAttemptAt } = times;
  return {
    id,
    event_id: eventId,
    type,
    status,
    attempts,
    error,
    occurred_at: isoTime(occurredAt),
    next_attempt_at: nextAttemptAt === null ? null : isoTime(nextAttemptAt),
  };
}
