/** Errors of webhooks. */

import { BourseError, type ErrorOptions } from "@bourse/kernel";

/** Code of a {@link WebhookError}. */
export type WebhookErrorCode =
  /** The owner has no webhook, or the webhook no delivery, with this id. */
  | "NOT_FOUND"
  /** A member of the webhook is refused; details.path names it. */
  | "VALIDATION_ERROR"
  /** The owner has as many webhooks as it may have; details.what, details.limit. */
  | "QUOTA_EXCEEDED"
  /** The webhook was changed in between, or its delivery has not ended. */
  | "CONFLICT"
  /** The service sends no webhooks. */
  | "WEBHOOKS_UNAVAILABLE";

/** A call about webhooks that was refused. */
export class WebhookError extends BourseError<WebhookErrorCode> {
  constructor(code: WebhookErrorCode, message: string, options?: ErrorOptions) {
    super(code, message, options);
  }
}
