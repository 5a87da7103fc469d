/** Handlers of webhooks: their owner is the API key of the caller, or the account that it belongs to. */

import { Problem, type HandlerContext, type Handlers } from "@bourse/contract";
import type { BacktestApi } from "@bourse/contract/backtest";
import { hasCode } from "@bourse/kernel";
import {
  LOCAL_OWNER,
  type BacktestService,
  type Webhook,
  type WebhookDelivery,
} from "@bourse/trading-core";

import { listReply } from "../paging/list-reply.ts";
import { isoTime } from "../time/iso-time.ts";
import type { BacktestCaller } from "./access.ts";

type Routes = Pick<
  BacktestApi["routes"],
  | "createWebhook"
  | "listWebhooks"
  | "updateWebhook"
  | "deleteWebhook"
  | "rotateWebhook"
  | "listWebhookDeliveries"
  | "replayWebhookDelivery"
>;

/** Handlers of the routes of webhooks. */
export function webhookHandlers({
  webhooks,
}: Pick<BacktestService, "webhooks">): Handlers<Routes, unknown> {
  return {
    createWebhook: async ({ body }, context) =>
      wireWebhook(await webhooks.create(ownerOf(context), body)),

    listWebhooks: async (_input, context) =>
      (await webhooks.list(ownerOf(context))).map(wireWebhook),

    updateWebhook: async ({ params: { id }, body }, context) =>
      wireWebhook(await webhooks.change(ownerOf(context), id, body)),

    async deleteWebhook({ params: { id } }, context) {
      await webhooks.remove(ownerOf(context), id);
      return { id, status: "deleted" };
    },

    rotateWebhook: async ({ params: { id }, body }, context) =>
      wireWebhook(await webhooks.rotate(ownerOf(context), id, body.grace_seconds)),

    async listWebhookDeliveries({ params: { id }, query }, context) {
      const page = await webhooks.deliveries(ownerOf(context), id, query).catch(refuseCursor);
      return listReply(page, wireDelivery);
    },

    replayWebhookDelivery: async ({ params }, context) =>
      wireDelivery(await webhooks.replay(ownerOf(context), params.id, params.delivery_id)),
  };
}

function ownerOf({ identity }: Pick<HandlerContext<unknown>, "identity">): string {
  return (identity as BacktestCaller | undefined)?.owner ?? LOCAL_OWNER;
}

/** A wrong query is 400 in this API, a wrong body 422. */
function refuseCursor(error: unknown): never {
  if (!hasCode(error, "VALIDATION_ERROR")) throw error;
  const { message } = error;
  throw new Problem({ code: "INVALID_PARAMETERS", status: 400, message }, { cause: error });
}

function wireWebhook<Given extends Webhook>({ createdAt, events, ...rest }: Given) {
  return { ...rest, events: [...events], created_at: isoTime(createdAt) };
}

function wireDelivery({ eventId, occurredAt, nextAttemptAt, ...rest }: WebhookDelivery) {
  return {
    ...rest,
    event_id: eventId,
    occurred_at: isoTime(occurredAt),
    next_attempt_at: isoTime(nextAttemptAt),
  };
}
