/** An event as it waits in the outbox. */

import type { Json } from "@bourse/kernel";

/** Content of an entry: one event for one webhook. It names records and states, and holds no secret. */
export type EventContent = {
  /** Id of the webhook. */
  readonly webhook: string;
  /** Id of the event, the same for every webhook and every delivery: the header `webhook-id`. */
  readonly id: string;
  /** Type of the event. */
  readonly type: string;
  /** Time of the event in milliseconds since the Unix epoch (UTC). */
  readonly at: number;
  /** Data of the event. */
  readonly data: Json;
};
