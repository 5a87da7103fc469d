/** One client: its socket, what it is sent, and what it says. */

import type { Duplex } from "node:stream";

import type { SequencedEvent } from "@bourse/kernel";
import type { WebSocket } from "ws";

import type { ReplyType } from "../dialect.ts";
import { both, everything, patternFilter, type EventFilter } from "../event-filter.ts";
import type { Batch } from "../fan-out/batch.ts";
import type { ResolvedFanOutOptions } from "../fan-out/fan-out-options.ts";
import { messageOf, type Form, type Outbound } from "../fan-out/spelling.ts";
import { textFrame } from "../text-frame.ts";
import { readClientMessage, type ClientMessage } from "./client-message.ts";
import { Outbox } from "./outbox.ts";

/** What a client needs of its fan-out. */
export interface ClientPlace<Event extends SequencedEvent> {
  readonly options: ResolvedFanOutOptions<Event>;
  /** The position from which on live events are this client's. */
  readonly position: number;
  readonly form: Form;
  /** What this client may see at all. */
  readonly allowed: EventFilter<Event>;
  /** The event with its frames, made once for all clients. */
  readonly outbound: (event: Event) => Outbound<Event>;
  readonly onWritten: (bytes: number) => void;
  readonly onBadMessage: () => void;
  readonly onSlow: () => void;
}

/** Close codes: RFC 6455 section 7.4.1, and the IANA registry for 1013. */
export const GOING_AWAY = 1001;
const POLICY_VIOLATION = 1008;
const TRY_AGAIN_LATER = 1013;

const BAD_MESSAGES = 5;
const BAD_MESSAGES_MILLISECONDS = 10_000;
/** How long a client has to answer a close before its socket is cut. */
const CLOSE_MILLISECONDS = 2000;

export class Client<Event extends SequencedEvent> {
  readonly #webSocket: WebSocket;
  readonly #place: ClientPlace<Event>;
  readonly #outbox: Outbox<Event>;
  #filter: EventFilter<Event>;
  /** When the newest bad messages came. */
  #badAt: number[] = [];
  #hasAnswered = true;

  constructor(webSocket: WebSocket, socket: Duplex, place: ClientPlace<Event>) {
    this.#webSocket = webSocket;
    this.#place = place;
    this.#filter = place.allowed;
    this.#outbox = new Outbox(socket, place.options, place.onWritten);
    // The library has said why already (1002, 1007, 1009); who does not take that is cut.
    webSocket.on("error", () => this.#cutSoon());
    webSocket.on("pong", () => {
      this.#hasAnswered = true;
    });
    webSocket.on("message", (data: Buffer, isBinary) =>
      this.#hear(isBinary ? undefined : data.toString()),
    );
  }

  /** Calls `listener` when the socket is gone. */
  onClosed(listener: () => void): void {
    this.#webSocket.once("close", () => {
      this.#outbox.close();
      listener();
    });
  }

  /** What comes first: the connected message and the events of `history`, in one write. */
  greet(connected: object, history: readonly Event[]): void {
    const { options, outbound, form } = this.#place;
    const frames = [textFrame(JSON.stringify(options.dialect.reply("connected", connected)))];
    for (const event of history) frames.push(outbound(event).frame(form));
    this.#outbox.send(Buffer.concat(frames));
  }

  sendBatch(batch: Batch<Event>): void {
    if (this.#webSocket.readyState !== this.#webSocket.OPEN) return;
    this.#outbox.sendBatch(batch, this.#place.position, this.#filter, this.#place.form);
    this.check();
  }

  /** Closes a client that has used up its room or its time. */
  check(): void {
    if (this.#webSocket.readyState !== this.#webSocket.OPEN) return;
    if (this.#outbox.state === "well") return;
    this.#place.onSlow();
    this.close(TRY_AGAIN_LATER, "too slow: connect again and read faster");
  }

  /** Asks whether the client is there; cuts it when it has not answered the last time. */
  ping(): void {
    if (!this.#hasAnswered) return this.#webSocket.terminate();
    this.#hasAnswered = false;
    if (this.#webSocket.readyState === this.#webSocket.OPEN) this.#webSocket.ping();
  }

  close(code: number, reason: string): void {
    this.#outbox.close();
    this.#webSocket.close(code, reason);
    this.#cutSoon();
  }

  #cutSoon(): void {
    const timer = setTimeout(() => this.#webSocket.terminate(), CLOSE_MILLISECONDS);
    timer.unref();
    this.#webSocket.once("close", () => clearTimeout(timer));
  }

  #hear(text: string | undefined): void {
    if (this.#webSocket.readyState !== this.#webSocket.OPEN) return;
    const read = readClientMessage(text, this.#place.options.dialect.bodyKey);
    if ("message" in read) return this.#answer(read.message);
    this.#place.onBadMessage();
    this.#reply("error", read.fault);
    const now = this.#place.options.clock.monotonic();
    this.#badAt = [...this.#badAt, now].slice(-BAD_MESSAGES);
    const first = this.#badAt[0] ?? now;
    if (this.#badAt.length === BAD_MESSAGES && now - first <= BAD_MESSAGES_MILLISECONDS) {
      this.close(POLICY_VIOLATION, `${BAD_MESSAGES} bad messages in 10 s`);
    }
  }

  #answer(message: ClientMessage): void {
    switch (message.type) {
      case "ping":
        return this.#reply("pong", undefined);
      case "get_history": {
        const { options, allowed, form } = this.#place;
        const { dialect, source } = options;
        const events = newestOf(source, allowed, message.count).map((event) =>
          messageOf(dialect, source.epoch, event, form),
        );
        return this.#reply("history", { events, count: events.length });
      }
      case "subscribe":
        this.#filter = both(this.#place.allowed, patternFilter(message.events));
        return this.#reply("subscribed", { events: message.events });
    }
  }

  #reply(type: ReplyType, data: object | undefined): void {
    this.#outbox.send(textFrame(JSON.stringify(this.#place.options.dialect.reply(type, data))));
    this.check();
  }
}

/** The newest `count` events of `source` that `filter` accepts. */
export function newestOf<Event extends SequencedEvent>(
  source: ResolvedFanOutOptions<Event>["source"],
  filter: EventFilter<Event>,
  count: number,
): readonly Event[] {
  if (filter.key === everything.key) return source.last(count);
  const accepted = source.last(Number.MAX_SAFE_INTEGER).filter((event) => filter.accepts(event));
  return count === 0 ? [] : accepted.slice(-count);
}
