/** Conversation with one client: its greeting, its requests and their answers, the same over whatever carries text. */

import type { SequencedEvent } from "@bourse/kernel";

import type { ReplyType } from "../dialect.ts";
import { both, everything, patternFilter, type EventFilter } from "../event-filter.ts";
import type { ResolvedFanOutOptions } from "../fan-out-options.ts";
import { messageOf, type Form } from "../frames/spelling.ts";
import { resumePointOf } from "../resume-point.ts";
import { readClientMessage, type ClientMessage } from "./client-message.ts";

/** The settings that a conversation depends on. */
export type ConversationOptions<Event extends SequencedEvent> = Pick<
  ResolvedFanOutOptions<Event>,
  "source" | "dialect" | "historyOnConnect" | "isActedUpon" | "clock"
>;

/** Channel of a conversation. */
export interface ConversationPlace<Event extends SequencedEvent> {
  readonly options: ConversationOptions<Event>;
  readonly form: Form;
  /** Filter of the events that this client may see. */
  readonly allowed: EventFilter<Event>;
  readonly reply: (message: object) => void;
  /** The client has said too much that makes no sense. */
  readonly close: (code: number, reason: string) => void;
  readonly onBadMessage: () => void;
}

export interface Greeting<Event> {
  readonly connected: object;
  readonly history: readonly Event[];
}

/** RFC 6455 section 7.4.1. */
export const POLICY_VIOLATION = 1008;
const BAD_MESSAGES = 5;
const BAD_MESSAGES_MILLISECONDS = 10_000;

export class Conversation<Event extends SequencedEvent> {
  readonly #place: ConversationPlace<Event>;
  #filter: EventFilter<Event>;
  /** Times of the newest bad messages, in milliseconds UTC. */
  #badAt: number[] = [];

  constructor(place: ConversationPlace<Event>) {
    this.#place = place;
    this.#filter = place.allowed;
  }

  /** Filter that the client has requested, within what it may see. */
  get filter(): EventFilter<Event> {
    return this.#filter;
  }

  /** First messages of a conversation, as the query of the handshake requests them. */
  greeting(search: string): Greeting<Event> {
    const { options, form, allowed } = this.#place;
    const { source, dialect, historyOnConnect, isActedUpon } = options;
    const isReplay = new URLSearchParams(search).get("replay") === "true";
    const shown: EventFilter<Event> = isReplay
      ? allowed
      : { key: "shown", accepts: (event) => allowed.accepts(event) && !isActedUpon(event) };
    const facts = {
      message: "Connected to the event stream",
      history_available: newestOf(source, allowed, Number.MAX_SAFE_INTEGER).length,
      ...(form === "identified" ? { last_id: `${source.epoch}:${source.newest}` } : {}),
    };
    const newest = newestOf(source, shown, historyOnConnect);
    const point = form === "identified" ? resumePointOf(search) : undefined;
    if (point === undefined) {
      return { connected: dialect.reply("connected", facts), history: newest };
    }
    const missed = point?.epoch === source.epoch ? source.since(point.sequence) : "gap";
    return missed === "gap"
      ? { connected: dialect.reply("connected", { ...facts, gap: true }), history: newest }
      : {
          connected: dialect.reply("connected", facts),
          history: missed.filter((event) => allowed.accepts(event)),
        };
  }

  /** `text` is undefined for a message that is not text. */
  hear(text: string | undefined): void {
    const { options, onBadMessage, close } = this.#place;
    const read = readClientMessage(text, options.dialect.bodyKey);
    if ("message" in read) return this.#answer(read.message);
    onBadMessage();
    this.#reply("error", read.fault);
    const now = options.clock.monotonic();
    this.#badAt = [...this.#badAt, now].slice(-BAD_MESSAGES);
    const first = this.#badAt[0] ?? now;
    if (this.#badAt.length === BAD_MESSAGES && now - first <= BAD_MESSAGES_MILLISECONDS) {
      close(POLICY_VIOLATION, `${BAD_MESSAGES} bad messages in 10 s`);
    }
  }

  #answer(message: ClientMessage): void {
    const { options, form, allowed } = this.#place;
    switch (message.type) {
      case "ping":
        return this.#reply("pong", undefined);
      case "get_history": {
        const { dialect, source } = options;
        const events = newestOf(source, allowed, message.count).map((event) =>
          messageOf(dialect, source.epoch, event, form),
        );
        return this.#reply("history", { events, count: events.length });
      }
      case "subscribe":
        this.#filter = both(allowed, patternFilter(message.events));
        return this.#reply("subscribed", { events: message.events });
    }
  }

  #reply(type: ReplyType, data: object | undefined): void {
    this.#place.reply(this.#place.options.dialect.reply(type, data));
  }
}

/** The newest `count` events of `source` that `filter` accepts. */
function newestOf<Event extends SequencedEvent>(
  source: ConversationOptions<Event>["source"],
  filter: EventFilter<Event>,
  count: number,
): readonly Event[] {
  if (filter.key === everything.key) return source.last(count);
  const accepted = source.last(Number.MAX_SAFE_INTEGER).filter((event) => filter.accepts(event));
  return count === 0 ? [] : accepted.slice(-count);
}
