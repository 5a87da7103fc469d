export {
  NODE_OWNER,
  openNodeWebhooks,
  type NodeWebhooks,
  type NodeWebhooksParts,
} from "./node-webhooks.ts";
export { WEBHOOK_EVENTS } from "./webhook-events.ts";
export type { Webhook, WebhookDelivery, Webhooks } from "@bourse/outbox";
