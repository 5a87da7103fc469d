/** Webhooks of a server, as its settings have them. */

import {
  absentOr,
  anyFunction,
  anyNumber,
  anyText,
  checkArguments,
  objectOf,
  type ClosingStack,
  type Instruments,
  type Logger,
} from "@bourse/kernel";

import { isOutboxError } from "../errors.ts";
import type { WebhookOptions } from "../subscriptions/webhooks-options.ts";
import { createWebhookSender } from "./http-sender.ts";

/** Settings of webhooks. */
export interface WebhookSettings {
  /** Value of WEBHOOKS: `off` where no request may leave the server. */
  readonly WEBHOOKS: "on" | "off";
  /** Value of WEBHOOK_ALLOW_PRIVATE: `yes` admits receivers at private addresses. */
  readonly WEBHOOK_ALLOW_PRIVATE: "yes" | "no";
  /** Value of WEBHOOKS_PER_OWNER: maximum number of webhooks of one owner. 1–100. */
  readonly WEBHOOKS_PER_OWNER: number;
  /** Value of WEBHOOK_KEEP_HOURS: hours for which ended deliveries are kept. 1–8760. */
  readonly WEBHOOK_KEEP_HOURS: number;
}

const OPEN_RULES = {
  settings: objectOf({
    WEBHOOKS: anyText,
    WEBHOOK_ALLOW_PRIVATE: anyText,
    WEBHOOKS_PER_OWNER: anyNumber,
    WEBHOOK_KEEP_HOURS: anyNumber,
  }),
  opened: objectOf({ push: anyFunction }),
};

/**
 * The option `webhooks` of a core, whose sender is closed with `opened`; undefined where none are sent.
 *
 * @throws KernelError ARGUMENT_INVALID
 */
export function openWebhookOptions(
  settings: WebhookSettings,
  opened: Pick<ClosingStack, "push">,
): WebhookOptions | undefined {
  checkArguments("openWebhookOptions", OPEN_RULES, [settings, opened]);
  if (settings.WEBHOOKS === "off") return undefined;
  const sender = createWebhookSender({ allowPrivate: settings.WEBHOOK_ALLOW_PRIVATE === "yes" });
  opened.push(async () => sender.close());
  return {
    sender,
    webhooksPerOwner: settings.WEBHOOKS_PER_OWNER,
    keepHours: settings.WEBHOOK_KEEP_HOURS,
  };
}

const WATCH_RULES = {
  logger: objectOf({ warn: anyFunction, error: anyFunction }),
  metrics: absentOr(objectOf({ counter: anyFunction, gauge: anyFunction, histogram: anyFunction })),
};

/**
 * Options that log and count the deliveries. Failures are the receivers' own: only the end of one is a warning.
 *
 * @throws KernelError ARGUMENT_INVALID
 */
export function watchWebhooks(
  logger: Pick<Logger, "warn" | "error">,
  metrics: Instruments | undefined,
): Pick<WebhookOptions, "onFailure" | "metrics"> {
  checkArguments("watchWebhooks", WATCH_RULES, [logger, metrics]);
  return {
    onFailure: ({ id, attempt, dead, error }) => {
      const fields = { delivery: id, attempt, err: error };
      if (isOutboxError(error, "STORE_SET_BACK")) logger.warn(error.details, error.message);
      else if (id === null) logger.error(fields, "webhooks cannot be delivered; retrying");
      else if (dead) logger.warn(fields, "webhook given up");
    },
    ...(metrics === undefined ? {} : { metrics }),
  };
}
