/** One client of a fan-out: its socket, what it is sent, and whether it is still there. */

import type { Duplex } from "node:stream";

import { countUnknown, type SequencedEvent } from "@bourse/kernel";
import type { WebSocket } from "ws";

import type { EventFilter } from "../event-filter.ts";
import type { ResolvedFanOutOptions } from "../fan-out-options.ts";
import type { Batch } from "../frames/batch.ts";
import type { Form, Outbound } from "../frames/spelling.ts";
import { textFrame } from "../frames/text-frame.ts";
import { Conversation, POLICY_VIOLATION } from "./conversation.ts";
import type { ClientProof } from "./judge-proofs.ts";
import { Outbox } from "./outbox.ts";

/** The parts of its fan-out that a client uses. */
export interface ClientPlace<Event extends SequencedEvent> {
  readonly options: ResolvedFanOutOptions<Event>;
  /** The position from which on live events are this client's. */
  readonly position: number;
  readonly form: Form;
  /** Filter of the events that this client may see. */
  readonly allowed: EventFilter<Event>;
  /** Judges the proof of the client once more; undefined for one that has no end. */
  readonly recheck: (() => Promise<ClientProof>) | undefined;
  /** The event with its frames, made once for all clients. */
  readonly outbound: (event: Event) => Outbound<Event>;
  readonly onWritten: (bytes: number) => void;
  readonly onBadMessage: () => void;
  readonly onSlow: () => void;
}

/** Close codes: RFC 6455 section 7.4.1, and the IANA registry for 1013. */
export const GOING_AWAY = 1001;
const TRY_AGAIN_LATER = 1013;

/** Period in which a client must answer a close before its socket is destroyed, in milliseconds. */
const CLOSE_MILLISECONDS = 2000;

export class Client<Event extends SequencedEvent> {
  readonly #webSocket: WebSocket;
  readonly #place: ClientPlace<Event>;
  readonly #outbox: Outbox<Event>;
  readonly #conversation: Conversation<Event>;
  #hasAnswered = true;
  readonly #stateAfter = countUnknown();

  constructor(webSocket: WebSocket, socket: Duplex, place: ClientPlace<Event>) {
    this.#webSocket = webSocket;
    this.#place = place;
    this.#outbox = new Outbox(socket, place.options, place.onWritten);
    this.#conversation = new Conversation({
      ...place,
      reply: (message) => {
        this.#outbox.send(textFrame(JSON.stringify(message)));
        this.check();
      },
      close: (code, reason) => this.close(code, reason),
    });
    // The library has said why already (1002, 1007, 1009); who does not take that is cut.
    webSocket.on("error", () => this.#cutSoon());
    webSocket.on("pong", () => {
      this.#hasAnswered = true;
    });
    webSocket.on("message", (data: Buffer, isBinary) => {
      if (this.#isOpen()) this.#conversation.hear(isBinary ? undefined : data.toString());
    });
  }

  /** Calls `listener` when the socket is gone. */
  onClosed(listener: () => void): void {
    this.#webSocket.once("close", () => {
      this.#outbox.close();
      listener();
    });
  }

  /** First write to a client: the connected message and its history. */
  greet(search: string): void {
    const { outbound, form } = this.#place;
    const { connected, history } = this.#conversation.greeting(search);
    const frames = [textFrame(JSON.stringify(connected))];
    for (const event of history) frames.push(outbound(event).frame(form));
    this.#outbox.send(Buffer.concat(frames));
  }

  sendBatch(batch: Batch<Event>): void {
    if (!this.#isOpen()) return;
    const { position, form } = this.#place;
    this.#outbox.sendBatch(batch, position, this.#conversation.filter, form);
    this.check();
  }

  /** Closes a client that has used up its room or its time. */
  check(): void {
    if (!this.#isOpen() || this.#outbox.state === "well") return;
    this.#place.onSlow();
    this.close(TRY_AGAIN_LATER, "too slow: connect again and read faster");
  }

  /** Judges the proof of the client, and closes a client without one. Never rejects. */
  async judgeProof(): Promise<void> {
    const { recheck } = this.#place;
    if (recheck === undefined || !this.#isOpen()) return;
    const state = this.#stateAfter(await recheck().catch(() => "unknown" as const));
    if (!this.#isOpen()) return;
    if (state === "ended") {
      this.close(POLICY_VIOLATION, "UNAUTHORIZED: the key or session of this connection has ended");
    } else if (state === "unknown") {
      this.close(TRY_AGAIN_LATER, "keys cannot be verified now: connect again");
    }
  }

  /** Asks whether the client is there; cuts it when it has not answered the last time. */
  ping(): void {
    if (!this.#hasAnswered) return this.#webSocket.terminate();
    this.#hasAnswered = false;
    if (this.#isOpen()) this.#webSocket.ping();
  }

  close(code: number, reason: string): void {
    this.#outbox.close();
    this.#webSocket.close(code, reason);
    this.#cutSoon();
  }

  #isOpen(): boolean {
    return this.#webSocket.readyState === this.#webSocket.OPEN;
  }

  #cutSoon(): void {
    const timer = setTimeout(() => this.#webSocket.terminate(), CLOSE_MILLISECONDS);
    timer.unref();
    this.#webSocket.once("close", () => clearTimeout(timer));
  }
}
