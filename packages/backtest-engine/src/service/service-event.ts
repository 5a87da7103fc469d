/** Events of jobs, trades and signals; on the bus, whoever may write to it may have written something else. */

import { KernelError } from "@bourse/kernel";

import type { TradeEvent } from "../execution/trade-event.ts";
import type { SignalEvent } from "./generate-signal.ts";
import type { JobEvent } from "./jobs/job.ts";

/** An event of the service: a step or the progress of a job, a fill of an order, or a generated signal. */
export type ServiceEvent = JobEvent | TradeEvent | SignalEvent;

type Fields = Readonly<Record<string, unknown>>;

/** The part of an event that tells of something, by its type. */
const SUBJECTS: Readonly<Record<ServiceEvent["type"], "job" | "trade" | "signal">> = {
  "job.created": "job",
  "job.started": "job",
  "job.progress": "job",
  "job.completed": "job",
  "job.failed": "job",
  "job.cancelled": "job",
  "trade.entered": "trade",
  "trade.exited": "trade",
  "signal.generated": "signal",
};

/**
 * Checks that a value is an event of the service, as far as everybody who hears of it relies on.
 *
 * @throws KernelError BUS_MESSAGE_UNREADABLE
 */
export function readEvent<Event extends ServiceEvent>(value: unknown): Event {
  const event = fieldsOf(value);
  const { type, timestamp, sequence } = event;
  const isKnown = typeof type === "string" && Object.hasOwn(SUBJECTS, type);
  if (!isKnown) throw unreadable("its type is unknown");
  if (!Number.isSafeInteger(timestamp)) throw unreadable("it has no time");
  if (sequence !== undefined && !(Number.isSafeInteger(sequence) && (sequence as number) > 0)) {
    throw unreadable("its place in the log is no number from 1 on");
  }
  const subject = SUBJECTS[type as ServiceEvent["type"]];
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
