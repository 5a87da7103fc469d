/** The creation of a webhook. */

import { checkEvents, checkUrl } from "./check-webhook.ts";
import { newSecret } from "./sign-webhook.ts";
import {
  type WebhookWithSecret,
  sealTarget,
  viewOf,
  webhookSubscriptions,
} from "./webhook-document.ts";
import type { WebhookActParts } from "./webhooks-options.ts";

/** A webhook that is to be created. */
export interface NewWebhook {
  /** Address that events are posted to, `https:`, at most 2048 characters, without a login or a fragment. */
  readonly url: string;
  /** Types of the events that it gets, none twice; `*` stands for all. */
  readonly events: readonly string[];
}

/** Creates a webhook. @throws the core's error VALIDATION_ERROR, QUOTA_EXCEEDED */
export async function createWebhook(
  parts: WebhookActParts,
  owner: string,
  given: NewWebhook,
): Promise<WebhookWithSecret> {
  const { store, key, clock, ids, refuse } = parts;
  const { webhooksPerOwner: limit } = parts.options;
  const target = { url: checkUrl(parts, given.url), secret: newSecret(), former: null };
  const events = checkEvents(parts, given.events);
  const id = ids.uuid();
  const sealed = await sealTarget(key, id, target);
  const { value } = await store.transaction(async (tx) => {
    const held = await tx.count(webhookSubscriptions, { index: "by_owner", equals: [owner] });
    if (held >= limit) {
      const message = `There are ${held} webhooks, and ${limit} is the maximum.`;
      throw refuse("QUOTA_EXCEEDED", message, { details: { what: "webhooks", limit } });
    }
    const created = { id, owner, events, enabled: true, sealed, createdAt: clock.now() };
    return await tx.insert(webhookSubscriptions, created);
  });
  return { ...viewOf(value, target), secret: target.secret };
}
