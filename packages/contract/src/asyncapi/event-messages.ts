/** The messages of an event socket that are no events: greeting, answers, errors, and what a client may ask. */

import * as z from "zod";

import type { Schema } from "../route/schema.ts";

/** Spelling of the messages of one service. */
export interface MessageDialect {
  /** The key of a message that holds its fields. */
  readonly bodyKey: "data" | "payload";
  /** Schema of the time that each message has; undefined where messages other than events have none. */
  readonly timestamp?: z.ZodType;
}

/** The messages that every event socket sends beside its `events`, by their types. */
export function eventMessages(
  dialect: MessageDialect,
  events: Readonly<Record<string, z.ZodType>>,
): Readonly<Record<string, Schema>> {
  const reply = (type: string, fields: z.ZodRawShape): z.ZodType =>
    message(dialect, type, z.object(fields).describe("Fields of the message."));
  const pong =
    dialect.timestamp === undefined
      ? z.object({ type: typeField("pong") })
      : message(dialect, "pong", z.null().describe("Always null."));
  return {
    ...events,
    connected: reply("connected", {
      message: z.string().describe("Greeting, for people."),
      history_available: z.int().min(0).describe("Number of events that the service still has."),
      last_id: z
        .string()
        .optional()
        .describe("Place of the newest event; absent where events have no ids."),
      gap: z
        .literal(true)
        .optional()
        .describe("True when events since the requested place are missing; absent otherwise."),
    }),
    history: reply("history", {
      events: z
        .array(z.union(Object.values(events) as [z.ZodType, z.ZodType]))
        .describe("The newest events, the oldest first."),
      count: z.int().min(0).describe("Number of events in the message."),
    }),
    subscribed: reply("subscribed", { events: patterns }),
    pong,
    error: reply("error", {
      code: z
        .enum(["MESSAGE_MALFORMED", "MESSAGE_UNKNOWN", "MESSAGE_INVALID"])
        .describe("Error code, for programs."),
      message: z.string().describe("What was expected of the message."),
    }),
  };
}

/** The messages that a client may send to an event socket, by their types. */
export function clientMessages({ bodyKey }: MessageDialect): Readonly<Record<string, Schema>> {
  const count = z
    .int()
    .min(1)
    .max(1000)
    .optional()
    .describe("Maximum number of events in the answer, 1–1,000. Default 50.");
  return {
    ping: z.object({ type: typeField("ping") }),
    get_history: z.object({
      type: typeField("get_history"),
      count,
      [bodyKey]: z.object({ count }).optional().describe("Fields of the message."),
    }),
    subscribe: z.object({
      type: typeField("subscribe"),
      [bodyKey]: z.object({ events: patterns }).describe("Fields of the message."),
    }),
  };
}

const patterns = z
  .array(z.string().min(1).max(64))
  .max(64)
  .describe(
    "Types such as `token.added` and families such as `token.*`, at most 64; `*` is every event.",
  );

function typeField(type: string): z.ZodType {
  return z.literal(type).describe("Kind of the message.");
}

function message({ bodyKey, timestamp }: MessageDialect, type: string, body: z.ZodType): z.ZodType {
  return z.object({
    type: typeField(type),
    ...(timestamp === undefined ? {} : { timestamp }),
    [bodyKey]: body,
  });
}
