/** Checks what arrives from the bus: whoever may write to it may have written something that is no event. */

import { KernelError } from "@bourse/kernel";

type Fields = Readonly<Record<string, unknown>>;

/** The field of an event that holds its subject, by the type of the event. */
export type Subjects<Type extends string> = Readonly<
  Record<Type, "job" | "trade" | "signal" | "session" | "risk" | "killSwitch">
>;

/**
 * Checks that a value is an event of one of the types in `subjects`, as far as everybody who hears of it relies on.
 *
 * @throws KernelError BUS_MESSAGE_UNREADABLE
 */
export function readEvent<Event extends { readonly type: string }>(
  value: unknown,
  subjects: Subjects<Event["type"]>,
): Event {
  const event = fieldsOf(value);
  const { type, timestamp, sequence } = event;
  const isKnown = typeof type === "string" && Object.hasOwn(subjects, type);
  if (!isKnown) throw unreadable("its type is unknown");
  if (!Number.isSafeInteger(timestamp)) throw unreadable("it has no time");
  if (sequence !== undefined && !(Number.isSafeInteger(sequence) && (sequence as number) > 0)) {
    throw unreadable("its place in the log is no number from 1 on");
  }
  const subject = subjects[type as Event["type"]];
  const { uuid } = fieldsOf(event[subject]);
  if (subject === "job" && typeof uuid !== "string") throw unreadable("it names no job");
  return value as Event;
}

function fieldsOf(value: unknown): Fields {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Fields;
  throw unreadable("it is no object");
}

function unreadable(why: string): KernelError {
  return new KernelError("BUS_MESSAGE_UNREADABLE", `An event on the bus cannot be read: ${why}.`);
}
