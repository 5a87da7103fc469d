/** Events as frames, each spelled once for all clients. */

import type { SequencedEvent } from "@bourse/kernel";

import type { Dialect } from "../dialect.ts";
import { textFrame } from "./text-frame.ts";

/** Form of a client's messages: with the ids of events or without. */
export type Form = "plain" | "identified";

/** An event as JSON in one form; `isRecorded`: it has a place, and so an id. */
export function messageOf<Event extends SequencedEvent>(
  dialect: Dialect<Event>,
  epoch: string,
  event: Event,
  form: Form,
  isRecorded = true,
): object {
  const message = dialect.event(event);
  return form === "identified" && isRecorded
    ? { ...message, id: `${epoch}:${event.sequence}` }
    : message;
}

/** One event that is to go out. */
export class Outbound<Event extends SequencedEvent> {
  readonly event: Event;
  /** Key of the events that it replaces, if any. */
  readonly conflation: string | undefined;
  readonly #spell: (form: Form) => object;
  #plain: Buffer | undefined;
  #identified: Buffer | undefined;

  constructor(event: Event, conflation: string | undefined, spell: (form: Form) => object) {
    this.event = event;
    this.conflation = conflation;
    this.#spell = spell;
  }

  /** The frame; the same buffer at every call. */
  frame(form: Form): Buffer {
    return form === "plain"
      ? (this.#plain ??= textFrame(JSON.stringify(this.#spell(form))))
      : (this.#identified ??= textFrame(JSON.stringify(this.#spell(form))));
  }
}
