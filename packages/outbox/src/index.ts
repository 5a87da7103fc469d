export {
  outboxCollections,
  outboxEntries,
  type OutboxEntryDocument,
} from "./entries/entry-document.ts";
export type { DeadEntry, DeadEntryPage } from "./entries/dead-letters.ts";
export type { OutboxFigures } from "./entries/measure.ts";
export {
  dropHeld,
  heldEntries,
  holdEntries,
  outboxFigures,
  releaseHeld,
  type HeldEntries,
  type NamedFigures,
} from "./held/held-entries.ts";
export { watchHeld } from "./held/watch-held.ts";
export {
  isOutboxError,
  OutboxError,
  type OutboxErrorCode,
  type OutboxErrorDetails,
} from "./errors.ts";
export type { Mail, MailSender, MailSending } from "./mail.ts";
export type { OutboxDelivery, OutboxFailure, OutboxOptions } from "./options.ts";
export { createOutbox, type Outbox, type PreparedEntry } from "./outbox.ts";
export type { WebhookChange } from "./subscriptions/change-webhook.ts";
export type { NewWebhook } from "./subscriptions/create-webhook.ts";
export type { WebhookDelivery, WebhookDeliveryPage } from "./subscriptions/deliveries.ts";
export type { WebhookEvent } from "./subscriptions/emit-event.ts";
export { moveWebhooks } from "./subscriptions/move-webhooks.ts";
export {
  failedDeliveries,
  replayFailed,
  storedWebhooks,
  type FailedDelivery,
  type StoredWebhook,
} from "./subscriptions/operator-view.ts";
export { webhookCalls } from "./subscriptions/webhook-calls.ts";
export type { Webhook, WebhookWithSecret } from "./subscriptions/webhook-document.ts";
export {
  webhooksOption,
  type RefuseWebhook,
  type WebhookOptions,
  type WebhooksParts,
} from "./subscriptions/webhooks-options.ts";
export {
  openWebhooks,
  webhookCollections,
  type CoreWebhooks,
  type Webhooks,
} from "./subscriptions/webhooks.ts";
export type { Watermark } from "./watermark.ts";
export type { WebhookRequest, WebhookSender } from "./webhook-sender.ts";
