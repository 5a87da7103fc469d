/** Format of events and answers on a socket. */

import type { SequencedEvent } from "@bourse/kernel";

/** The messages of a fan-out that are no events. */
export type ReplyType = "connected" | "pong" | "history" | "subscribed" | "error";

/** Spelling of events and replies as JSON. */
export interface Dialect<Event extends SequencedEvent> {
  /** An event as JSON, without an id: that is the fan-out's. */
  readonly event: (event: Event) => object;
  /** Any other message as JSON; `pong` has no data. */
  readonly reply: (type: ReplyType, data: object | undefined) => object;
  /** The key under which a client's message has its fields: `{type: "subscribe", [bodyKey]: {events}}`. */
  readonly bodyKey: string;
}

/** An event whose data its source already spells as it goes out. */
export interface PlainEvent extends SequencedEvent {
  /** Data of the event, sent unchanged. */
  readonly data: unknown;
  /** Unix seconds with fraction. */
  readonly timestamp: number;
}

/** `{type, data, timestamp}` for events, `{type, data}` for the rest: the node's way. */
export const plainDialect: Dialect<PlainEvent> = Object.freeze({
  event: ({ type, data, timestamp }: PlainEvent) => ({ type, data, timestamp }),
  reply: (type: ReplyType, data: object | undefined) =>
    data === undefined ? { type } : { type, data },
  bodyKey: "data",
});
