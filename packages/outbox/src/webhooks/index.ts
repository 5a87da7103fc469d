export type { WebhookRequest, WebhookSender } from "../webhook-sender.ts";
export {
  createWebhookSender,
  type FindAddresses,
  type HttpWebhookSender,
  type WebhookSenderOptions,
} from "./http-sender.ts";
export { openWebhookOptions, watchWebhooks, type WebhookSettings } from "./open-webhook-options.ts";
