/** The webhooks of a node that sends none. */

import type { Webhooks } from "@bourse/outbox";

import { NodeError } from "../errors.ts";

const unavailable = (): Promise<never> =>
  Promise.reject(new NodeError("WEBHOOKS_UNAVAILABLE", "This node sends no webhooks."));

export const noWebhooks: Webhooks = Object.freeze<Webhooks>({
  create: unavailable,
  list: unavailable,
  get: unavailable,
  change: unavailable,
  rotate: unavailable,
  remove: unavailable,
  deliveries: unavailable,
  replay: unavailable,
  start: async () => undefined,
  deliverDue: async () => 0,
  measure: async () => ({ waiting: 0, held: 0, dead: 0, oldestSeconds: 0 }),
});
