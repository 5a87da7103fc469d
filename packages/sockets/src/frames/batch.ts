/**
 * Events sent in one turn: one buffer for all clients that get the same. To 1,000 clients, in bursts of ten, that
 * carries three times the events a second of a loop of `ws.send` (bench/sockets).
 */

import type { SequencedEvent } from "@bourse/kernel";

import type { EventFilter } from "../event-filter.ts";
import type { Form, Outbound } from "./spelling.ts";

export class Batch<Event extends SequencedEvent> {
  /** The position of the first event, counted from the fan-out's start. */
  readonly start: number;
  readonly #events: readonly Outbound<Event>[];
  readonly #buffers = new Map<string, Buffer>();

  constructor(start: number, events: readonly Outbound<Event>[]) {
    this.start = start;
    this.#events = events;
  }

  /** The events at `position` and later that `filter` accepts. */
  events(position: number, filter: EventFilter<Event>): readonly Outbound<Event>[] {
    const due = position > this.start ? this.#events.slice(position - this.start) : this.#events;
    return filter.key === "" ? due : due.filter(({ event }) => filter.accepts(event));
  }

  /** {@link events} as one buffer, empty when there are none; made once for each kind of client. */
  bytes(position: number, filter: EventFilter<Event>, form: Form): Buffer {
    const key = `${Math.max(position, this.start)} ${form} ${filter.key}`;
    let bytes = this.#buffers.get(key);
    if (bytes === undefined) {
      bytes = Buffer.concat(this.events(position, filter).map((event) => event.frame(form)));
      this.#buffers.set(key, bytes);
    }
    return bytes;
  }
}
