/** A webhook as it is stored, and the part of it that its owner sees. */

import { type Collection, type Entity, defineCollection, seal, unseal } from "@bourse/kernel";

/** A stored webhook. All times in milliseconds since the Unix epoch (UTC). */
export interface WebhookDocument extends Entity {
  readonly id: string;
  /** Account or key that the webhook belongs to. */
  readonly owner: string;
  /** Types of the events that it gets; `*` stands for all. */
  readonly events: readonly string[];
  /** False when its owner, or an answer 410 of its receiver, has switched it off. */
  readonly enabled: boolean;
  /** Address and secrets, encrypted: {@link WebhookTarget} as JSON. */
  readonly sealed: string;
  readonly createdAt: number;
}

/** The part that the store holds encrypted. */
export interface WebhookTarget {
  readonly url: string;
  /** Secret that signs, `whsec_…`. */
  readonly secret: string;
  /** Secret before the last rotation, which signs as well until a time in milliseconds UTC; null when there is none. */
  readonly former: { readonly secret: string; readonly until: number } | null;
}

/** Collection of webhooks. */
export const webhookSubscriptions: Collection<WebhookDocument, "by_owner"> =
  defineCollection<WebhookDocument>()({
    name: "webhooks",
    indexes: { by_owner: { fields: ["owner", "createdAt"] } },
  });

/** A webhook as its owner sees it. */
export interface Webhook {
  /** UUID of the webhook. */
  readonly id: string;
  /** Address that events are posted to. */
  readonly url: string;
  /** Types of the events that it gets; `*` stands for all. */
  readonly events: readonly string[];
  /** False when its owner, or an answer 410 of its receiver, has switched it off: it gets nothing. */
  readonly enabled: boolean;
  /** Time of creation in milliseconds since the Unix epoch (UTC). */
  readonly createdAt: number;
}

/** A webhook with the secret that signs its deliveries, which is told once. */
export interface WebhookWithSecret extends Webhook {
  /** Secret of the signatures, `whsec_` and 32 characters of base64. */
  readonly secret: string;
}

/** The part that the owner sees. */
export function viewOf(
  { id, events, enabled, createdAt }: WebhookDocument,
  { url }: Pick<WebhookTarget, "url">,
): Webhook {
  return { id, url, events, enabled, createdAt };
}

/** Encrypts address and secrets, bound to the webhook. */
export function sealTarget(key: Uint8Array, id: string, target: WebhookTarget): Promise<string> {
  return seal(key, `webhook ${id}`, JSON.stringify(target));
}

/** Address and secrets of a webhook; undefined when they were encrypted under another key. */
export async function targetOf(
  key: Uint8Array,
  { id, sealed }: Pick<WebhookDocument, "id" | "sealed">,
): Promise<WebhookTarget | undefined> {
  const text = await unseal(key, `webhook ${id}`, sealed);
  return text === undefined ? undefined : (JSON.parse(text) as WebhookTarget);
}
