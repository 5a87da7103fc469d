/** Sender of webhooks of a mock: it keeps what would be sent. */

import type { WebhookRequest, WebhookSender } from "@bourse/outbox";

/** Adds each request to `sent`, as if its receiver had answered 204; addresses begin with https:// as in production. */
export function recordingSender(sent: WebhookRequest[]): WebhookSender {
  return {
    refusal: ({ protocol }) =>
      protocol === "https:" ? undefined : "The address of a webhook begins with https://.",
    send: async (request) => {
      sent.push(request);
      return 204;
    },
  };
}
