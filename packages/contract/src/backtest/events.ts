/**
 * The messages of `/api/ws/events` and `/api/ws/jobs/{uuid}`. A recorded event, which is every one but progress, has an
 * id; `?since=<id>` or the header Last-Event-ID sends all after it. A client that connects without one gets the newest
 * events of jobs; those of trades, sessions, signals and risk, which a program may act upon, only with `?replay=true`.
 */

import * as z from "zod";

import { clientMessages, eventMessages, type MessageDialect } from "../asyncapi/event-messages.ts";
import { object, oneOf, type Fields, type ObjectSchema } from "../route/object-schema.ts";
import type { SocketDocs } from "../route/socket-docs.ts";
import { NotNegative, Text, Timestamp, UnitInterval } from "./fields.ts";
import { Job } from "./jobs.ts";
import { Amount, OrderSide } from "./orders.ts";
import { SessionFilled, SessionOrdered, SessionSilent, SessionStep } from "./session-records.ts";
import { Signal } from "./strategies.ts";

const progressFields = {
  /** Job id, a UUID. */
  job_id: z.uuid(),
  /** Simulated part of the job, 0–1. */
  progress: UnitInterval,
  /** Candles simulated a second. */
  candles_per_second: NotNegative,
};
/** The progress of a running job. */
export interface JobProgress extends Fields<typeof progressFields> {}
export const JobProgress: ObjectSchema<JobProgress> = object(progressFields);

const tradeFields = {
  /** Id of the order that was filled. */
  order_id: Text,
  /** Id that the caller gave the order; null when there is none. */
  client_order_id: Text.nullable(),
  /** Trading pair. */
  symbol: Text,
  /** Side of the order. */
  side: OrderSide,
  /** Filled quantity in base units, a decimal as text. */
  quantity: Amount,
  /** Price of the fill in the quote currency, a decimal as text. */
  price: Amount,
  /** Name of the source of the price: the venue, or for a paper order the source of the candles. */
  source: Text,
  /** Fee of the fill in the quote asset, a decimal as text. */
  fee: Amount,
  /** Profit or loss that the fill realised, its own fee taken off, a decimal as text. */
  realized_pnl: Amount,
};
/** A fill of an order. */
export interface Trade extends Fields<typeof tradeFields> {}
export const Trade: ObjectSchema<Trade> = object(tradeFields);

const refusedFields = {
  /** Name of the rule that refused the order: `max_order_value`, `kill_switch`. */
  rule: Text,
  /** Bound of the rule; null for a rule without a number. */
  bound: Text.nullable(),
  /** Value that was found; null when it is not known. */
  found: Text.nullable(),
  /** Sentence about the refusal. */
  reason: Text,
  /** Trading pair. */
  symbol: Text,
  /** Side of the order. */
  side: OrderSide,
  /** Quantity in base units, a decimal as text. */
  quantity: Amount,
  /** Id that the caller gave the order; null when there is none. */
  client_order_id: Text.nullable(),
};
/** An order that a risk rule or the kill switch refused. */
export interface RefusedOrder extends Fields<typeof refusedFields> {}
export const RefusedOrder: ObjectSchema<RefusedOrder> = object(refusedFields);

const stepFields = {
  /** Mode of the kill switch. */
  mode: oneOf(["freeze", "flatten"]),
  /** Reason that was given. */
  reason: Text,
  /** Place that it was set from. */
  source: oneOf(["api", "file", "signal"]),
};
/** A step of the kill switch. */
export interface KillSwitchStep extends Fields<typeof stepFields> {}
export const KillSwitchStep: ObjectSchema<KillSwitchStep> = object(stepFields);

const MessageTime = Timestamp.describe("Time of the message, ISO 8601 in UTC.");

/** A message with the payload of its types. */
export interface EventOf<Type extends string, Payload> {
  /** Kind of the event. */
  type: Type;
  /** Time of the event, ISO 8601 in UTC. */
  timestamp: string;
  /** The object that the event is about. */
  payload: Payload;
  /** Place of the event, to resume after; absent for progress, which is not recorded. */
  id?: string;
}

const event = <const Type extends string, Payload>(
  type: Type,
  payload: z.ZodType<Payload>,
): ObjectSchema<EventOf<Type, Payload>> =>
  z.object({
    type: z.literal(type).describe("Kind of the event."),
    timestamp: MessageTime,
    payload,
    id: Text.optional().describe(
      "Place of the event, to resume after; absent for progress, which is not recorded.",
    ),
  }) as unknown as ObjectSchema<EventOf<Type, Payload>>;

/** A message of the service; narrow it by its type. */
export type BacktestEvent =
  | EventOf<"job.created" | "job.started" | "job.completed" | "job.failed" | "job.cancelled", Job>
  | EventOf<"job.progress", JobProgress>
  | EventOf<"trade.entered" | "trade.exited", Trade>
  | EventOf<"signal.generated", Signal>
  | EventOf<"session.created" | "session.changed", SessionStep>
  | EventOf<"session.ordered" | "session.refused", SessionOrdered>
  | EventOf<"session.filled", SessionFilled>
  | EventOf<"session.stale" | "session.fresh", SessionSilent>
  | EventOf<"risk.refused", RefusedOrder>
  | EventOf<"kill_switch.set" | "kill_switch.done" | "kill_switch.released", KillSwitchStep>;

/** The events about one job, by their types. */
const jobEvents = {
  "job.created": event("job.created", Job),
  "job.started": event("job.started", Job),
  "job.completed": event("job.completed", Job),
  "job.failed": event("job.failed", Job),
  "job.cancelled": event("job.cancelled", Job),
  "job.progress": event("job.progress", JobProgress),
};

/** All events, by their types. */
const allEvents = {
  ...jobEvents,
  "trade.entered": event("trade.entered", Trade),
  "trade.exited": event("trade.exited", Trade),
  "signal.generated": event("signal.generated", Signal),
  "session.created": event("session.created", SessionStep),
  "session.changed": event("session.changed", SessionStep),
  "session.ordered": event("session.ordered", SessionOrdered),
  "session.filled": event("session.filled", SessionFilled),
  "session.refused": event("session.refused", SessionOrdered),
  "session.stale": event("session.stale", SessionSilent),
  "session.fresh": event("session.fresh", SessionSilent),
  "risk.refused": event("risk.refused", RefusedOrder),
  "kill_switch.set": event("kill_switch.set", KillSwitchStep),
  "kill_switch.done": event("kill_switch.done", KillSwitchStep),
  "kill_switch.released": event("kill_switch.released", KillSwitchStep),
};

export const BacktestEvent: z.ZodType<BacktestEvent, BacktestEvent> = z.union(
  Object.values(allEvents),
);

const dialect: MessageDialect = { bodyKey: "payload", timestamp: MessageTime };

/** The event sockets. A function, so that bundlers drop it from clients. */
export function backtestSockets(): Readonly<Record<string, SocketDocs>> {
  const resume = {
    since: Text.optional().describe("Place of the last event that is known; later ones follow."),
    replay: oneOf(["true", "false"])
      .optional()
      .describe(
        "True: the newest events on connecting include trades, sessions, signals and risk. Default false.",
      ),
  };
  const headers = z.object({
    "last-event-id": Text.optional().describe("Place of the last event, in place of `since`."),
  });
  const common = { security: "apiKey", query: z.object(resume), headers };
  return {
    events: {
      ...common,
      path: "/api/ws/events",
      summary: "All events of jobs, trades, sessions, signals and risk",
      description: `${RESUMING} Without keys a caller that comes through a proxy or from another machine gets no events of trades, sessions and risk.`,
      sends: eventMessages(dialect, allEvents),
      takes: clientMessages(dialect),
    },
    jobEvents: {
      ...common,
      path: "/api/ws/jobs/:uuid",
      summary: "The events of one job",
      description: RESUMING,
      params: { uuid: "Job id, a UUID." },
      sends: eventMessages(dialect, jobEvents),
      takes: clientMessages(dialect),
    },
  };
}

const RESUMING =
  "Every recorded event, which is all but progress, has an `id`. `?since=<id>` or the header Last-Event-ID sends every event after that one; where it is not known any more, the first message has `gap: true` and the newest 20 events follow, as they do without it.";
