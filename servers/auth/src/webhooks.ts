/** Webhooks of the server, as its settings have them. */

import type { WebhookOptions } from "@bourse/auth-core";
import type { Metrics } from "@bourse/http";
import type { HttpLogger } from "@bourse/http/environment";
import type { ClosingStack } from "@bourse/kernel";
import { createWebhookSender } from "@bourse/outbox/webhooks";

import type { AuthEnvironment } from "./environment.ts";

/** The part of the settings that webhooks depend on. */
type WebhookSettings = Pick<
  AuthEnvironment,
  "WEBHOOKS" | "WEBHOOK_ALLOW_PRIVATE" | "WEBHOOKS_PER_OWNER" | "WEBHOOK_KEEP_HOURS"
>;

/** The option `webhooks` of the core; undefined where none are sent. */
export function openWebhooks(
  config: WebhookSettings,
  opened: ClosingStack,
): WebhookOptions | undefined {
  if (config.WEBHOOKS === "off") return undefined;
  const sender = createWebhookSender({ allowPrivate: config.WEBHOOK_ALLOW_PRIVATE === "yes" });
  opened.push(async () => sender.close());
  return {
    sender,
    webhooksPerOwner: config.WEBHOOKS_PER_OWNER,
    keepHours: config.WEBHOOK_KEEP_HOURS,
  };
}

/** Options that log and count the deliveries. Failures are the receivers' own: only the end of one is a warning. */
export function watchWebhooks(
  logger: HttpLogger,
  metrics: Metrics | undefined,
): Pick<WebhookOptions, "onFailure" | "metrics"> {
  return {
    onFailure: ({ id, attempt, dead, error }) => {
      const fields = { delivery: id, attempt, err: error };
      if (id === null) logger.error(fields, "webhooks cannot be delivered; retrying");
      else if (dead) logger.warn(fields, "webhook given up");
    },
    ...(metrics === undefined ? {} : { metrics }),
  };
}
