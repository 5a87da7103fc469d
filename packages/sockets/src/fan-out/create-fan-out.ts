/**
 * Events to many WebSocket clients.
 *
 * Each event is spelled once. What was told in one turn of the event loop goes to a client in one write, and at most
 * a slice of the clients is served before other work gets its turn: those two are where the speed comes from.
 */

import type { Handshake, SocketRoute, Upgrade } from "@bourse/http";
import { pauseInBackground, type SequencedEvent } from "@bourse/kernel";
import { WebSocketServer } from "ws";

import { Client, GOING_AWAY } from "../client/client.ts";
import { judgeProofs, type ClientProof } from "../client/judge-proofs.ts";
import { everything, type EventFilter } from "../event-filter.ts";
import {
  resolveFanOutOptions,
  type FanOutOptions,
  type ResolvedFanOutOptions,
} from "../fan-out-options.ts";
import { Batch } from "../frames/batch.ts";
import { messageOf, Outbound, type Form } from "../frames/spelling.ts";
import { EVENTS_PROTOCOL } from "../protocol.ts";

/** Options of one path of a fan-out. */
export interface FanOutRouteOptions<Event extends SequencedEvent> {
  /** Lets a client in, or throws the Problem that refuses it; see `SocketRoute` of `@bourse/http`. */
  readonly authorize?: SocketRoute["authorize"];
  /**
   * Judges the proof of a connected client once more, every `proofMilliseconds`. A client whose proof has ended is
   * closed with 1008 and a reason that begins with UNAUTHORIZED; one whose proof is unknown three times in a row, or
   * whose judgement fails as often, with 1013. Default: a proof has no end.
   */
  readonly reauthorize?: (handshake: Handshake) => ClientProof | Promise<ClientProof>;
  /** Chooses the events that a client of this path gets, history included. Default: all. */
  readonly select?: (handshake: Handshake) => EventFilter<Event>;
}

/** Counters of a fan-out. */
export interface FanOutCounters {
  /** Connected now. */
  readonly clients: number;
  /** Clients accepted since the start. */
  readonly accepted: number;
  /** Bytes of frames handed to sockets since the start. */
  readonly bytesSent: number;
  /** Clients closed with 1013 since the start. */
  readonly closedAsSlow: number;
  /** Messages of clients that were not understood, since the start. */
  readonly badMessages: number;
}

/** Sends the events of one source to many WebSocket clients. */
export interface FanOut<Event extends SequencedEvent> {
  /**
   * A socket route for `createHttpServer`. On connecting, a client gets the connected message, the newest events, then
   * the live ones: one order, nothing missing, nothing twice.
   *
   * A client that offers the subprotocol `bourse.events.v1`, or with `ids: "always"` every client, gets `id:
   * "<epoch>:<sequence>"` with every recorded event, `last_id` in the connected message, and with `?since=<id>` or the
   * header Last-Event-ID all that was recorded after that one in place of the newest; where that is not known any more,
   * the connected message says `gap: true` and the newest events follow.
   */
  route(path: string, options?: FanOutRouteOptions<Event>): SocketRoute;
  /** Returns the current counters. */
  counters(): FanOutCounters;
  /** Sends what is due, tells every client 1001, and resolves when they are gone (cut after 2 s). Once; then idle. */
  close(): Promise<void>;
}

/** Events of one turn go out in batches of about this size. */
const BATCH_BYTES = 262_144;
/** Interval between checks for slow clients. */
const CHECK_MILLISECONDS = 1000;

/** A fan-out over `options.source`, which it follows from now on. @throws KernelError OPTION_INVALID */
export function createFanOut<Event extends SequencedEvent>(
  options: FanOutOptions<Event>,
): FanOut<Event> {
  return new Fan(resolveFanOutOptions(options));
}

class Fan<Event extends SequencedEvent> implements FanOut<Event> {
  readonly #options: ResolvedFanOutOptions<Event>;
  readonly #server: WebSocketServer;
  readonly #clients = new Set<Client<Event>>();
  readonly #unsubscribe: () => void;
  readonly #end = new AbortController();
  /** Told, and not yet taken into a batch. */
  #pending: Outbound<Event>[] = [];
  /** The position of the first pending event. */
  #start = 0;
  /** Resolves when all that is pending has been sent. */
  #flushing: Promise<void> | undefined;
  readonly #spelled = new WeakMap<Event, Outbound<Event>>();
  #closed: Promise<void> | undefined;
  #counters = { accepted: 0, bytesSent: 0, closedAsSlow: 0, badMessages: 0 };

  constructor(options: ResolvedFanOutOptions<Event>) {
    this.#options = options;
    this.#server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      // Frames are written past the library: compression would break their order.
      perMessageDeflate: false,
      maxPayload: options.maxMessageBytes,
      handleProtocols: (offered) => offered.has(EVENTS_PROTOCOL) && EVENTS_PROTOCOL,
    });
    this.#unsubscribe = options.source.subscribe((event, isRecorded) =>
      this.#take(event, isRecorded),
    );
    void this.#watch();
  }

  route(
    path: string,
    { authorize, reauthorize, select }: FanOutRouteOptions<Event> = {},
  ): SocketRoute {
    return {
      path,
      ...(authorize === undefined ? {} : { authorize }),
      accept: (upgrade) => {
        const { handshake } = upgrade;
        const recheck = reauthorize && (async () => await reauthorize(handshake));
        this.#accept(upgrade, select?.(handshake) ?? everything, recheck);
      },
      drain: () => this.close(),
    };
  }

  counters(): FanOutCounters {
    return { clients: this.#clients.size, ...this.#counters };
  }

  close(): Promise<void> {
    return (this.#closed ??= this.#close());
  }

  async #close(): Promise<void> {
    this.#unsubscribe();
    this.#end.abort();
    await this.#flushing;
    await Promise.all(
      [...this.#clients].map(
        (client) =>
          new Promise<void>((resolve) => {
            client.onClosed(resolve);
            client.close(GOING_AWAY, "the server is going down");
          }),
      ),
    );
  }

  #accept(
    { request, socket, head, handshake }: Upgrade,
    allowed: EventFilter<Event>,
    recheck: (() => Promise<ClientProof>) | undefined,
  ): void {
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      const isIdentified = this.#options.ids === "always" || webSocket.protocol === EVENTS_PROTOCOL;
      const form: Form = isIdentified ? "identified" : "plain";
      const client = new Client<Event>(webSocket, socket, {
        options: this.#options,
        position: this.#start + this.#pending.length,
        form,
        allowed,
        recheck,
        outbound: (event) => this.#outbound(event, true),
        onWritten: (bytes) => {
          this.#counters.bytesSent += bytes;
        },
        onBadMessage: () => {
          this.#counters.badMessages += 1;
        },
        onSlow: () => {
          this.#counters.closedAsSlow += 1;
        },
      });
      this.#clients.add(client);
      this.#counters.accepted += 1;
      client.onClosed(() => this.#clients.delete(client));
      client.greet(searchOf(handshake));
      if (this.#closed !== undefined) client.close(GOING_AWAY, "the server is going down");
    });
  }

  #take(event: Event, isRecorded: boolean): void {
    if (this.#clients.size === 0 && this.#flushing === undefined) {
      this.#start += 1;
      return;
    }
    this.#pending.push(this.#outbound(event, isRecorded));
    this.#flushing ??= this.#flush();
  }

  #outbound(event: Event, isRecorded: boolean): Outbound<Event> {
    const { dialect, source, conflateBy } = this.#options;
    let outbound = this.#spelled.get(event);
    if (outbound === undefined) {
      outbound = new Outbound(event, conflateBy(event), (form) =>
        messageOf(dialect, source.epoch, event, form, isRecorded),
      );
      this.#spelled.set(event, outbound);
    }
    return outbound;
  }

  /** Never rejects: nothing below waits for anything but a turn. */
  async #flush(): Promise<void> {
    await nextTurn();
    while (this.#pending.length > 0) {
      const batch = this.#takeBatch();
      const slice: Client<Event>[] = [];
      for (const client of this.#clients) {
        slice.push(client);
        if (slice.length < this.#options.sliceClients) continue;
        this.#sendTo(slice.splice(0), batch);
        await nextTurn();
      }
      this.#sendTo(slice, batch);
      if (this.#pending.length > 0) await nextTurn();
    }
    this.#flushing = undefined;
  }

  #takeBatch(): Batch<Event> {
    let count = 0;
    let bytes = 0;
    while (count < this.#pending.length && bytes < BATCH_BYTES) {
      bytes += this.#pending[count]!.frame("plain").length;
      count += 1;
    }
    const batch = new Batch(this.#start, this.#pending.slice(0, count));
    this.#pending = this.#pending.slice(count);
    this.#start += count;
    return batch;
  }

  #sendTo(clients: Iterable<Client<Event>>, batch: Batch<Event>): void {
    for (const client of clients) client.sendBatch(batch);
  }

  /** Pings, looks for slow clients and judges proofs until the end. */
  async #watch(): Promise<void> {
    const { clock, pingIntervalMilliseconds, stallMilliseconds, proofMilliseconds } = this.#options;
    const step = Math.min(
      CHECK_MILLISECONDS,
      pingIntervalMilliseconds,
      stallMilliseconds,
      proofMilliseconds,
    );
    let pingAt = clock.monotonic() + pingIntervalMilliseconds;
    let proofsAt = clock.monotonic() + proofMilliseconds;
    let isJudging = false;
    const { signal } = this.#end;
    while (await pauseInBackground(clock, step, signal)) {
      const isPing = clock.monotonic() >= pingAt;
      if (isPing) pingAt += pingIntervalMilliseconds;
      if (!isJudging && clock.monotonic() >= proofsAt) {
        proofsAt = clock.monotonic() + proofMilliseconds;
        isJudging = true;
        void judgeProofs(this.#clients).then(() => (isJudging = false));
      }
      for (const client of this.#clients) {
        client.check();
        if (isPing) client.ping();
      }
    }
  }
}

/** The query of the handshake, in which the header Last-Event-ID stands for a `since` that is not there. */
function searchOf({ search, headers }: Handshake): string {
  const last = headers["last-event-id"];
  if (typeof last !== "string" || last === "") return search;
  const query = new URLSearchParams(search);
  if (!query.get("since")) query.set("since", last);
  return `?${query.toString()}`;
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
