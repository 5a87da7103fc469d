/** Events of a Bourse service over a WebSocket that is replaced whenever it breaks. */

import { Problem } from "@bourse/contract/client";

import { ClientError } from "../errors.ts";
import { checked, checkKind, checkMembers } from "../kinds.ts";
import { SYSTEM_CLOCK, within, type ClientClock } from "../options.ts";
import { EventBuffer, type Gap } from "./event-buffer.ts";
import { listen, type EventSocket, type SocketEnd } from "./listen.ts";

/** The options of {@link createEventsClient}. */
export interface EventsClientOptions {
  /** URL of the socket, such as `ws://127.0.0.1:8082/ws`; `http` and `https` are read as `ws` and `wss`. */
  readonly url: string;
  /** Event types such as `token.added` and families such as `token.*`. Default: every event. */
  readonly events?: readonly string[];
  /** Id of the last event that is known; later events follow. Default: the newest few that the service keeps. */
  readonly since?: string;
  /** Maximum number of events that wait to be read, 2–1,000,000; newer ones replace the oldest. Default 1,000. */
  readonly bufferSize?: number;
  /**
   * Time without a message in milliseconds before a ping, and again before a new connection, 1–600,000. Default 25,000.
   */
  readonly heartbeatMilliseconds?: number;
  /** Upper bound of the first wait in milliseconds, 1–600,000; it doubles with each failure in a row. Default 250. */
  readonly baseMilliseconds?: number;
  /** Upper bound of any wait in milliseconds, 1–600,000. Default 30,000. */
  readonly maxMilliseconds?: number;
  /** Number of failures in a row after which reading throws NETWORK, from 1. Default Infinity: never. */
  readonly attempts?: number;
  /** Creates a socket, for instance with headers such as an API key. Default: the global WebSocket. */
  readonly createSocket?: (url: string, protocol: string) => EventSocket;
  /** Called with every change of the connection. Default: no-op. */
  readonly onState?: (state: EventsState) => void;
  /** Clock for waits and heartbeats. Default: the machine's. */
  readonly clock?: ClientClock;
  /** Random numbers from 0 up to 1 for the jitter of waits. Default Math.random. */
  readonly random?: () => number;
}

/** The state of a connection; `waiting` is the time between two connections. */
export type EventsState = "connecting" | "open" | "waiting" | "closed";

/** An event of any service; a service's own union narrows it by `type`. */
export interface AnyEvent {
  /** Type of the event, such as `token.added`. */
  readonly type: string;
  /** Position of the event, `<epoch>:<sequence>`, where the service tells it. */
  readonly id?: string;
}

/**
 * A stream of events with one reader: `for await (const event of client)`. Leaving the loop closes the client. Events
 * arrive in order, none twice; a {@link Gap} stands in place of missing ones.
 */
export interface EventsClient<Event extends AnyEvent> extends AsyncIterableIterator<Event | Gap> {
  /** State of the connection. */
  readonly state: EventsState;
  /** Id of the newest event that was received, from which a later client can continue. */
  readonly lastId: string | undefined;
  /** Closes the connection; the events that were received can still be read. */
  close(): void;
}

/** The WebSocket subprotocol in which events have ids. */
export const EVENTS_PROTOCOL = "bourse.events.v1";

/** The types of messages that are no events. */
const REPLIES: ReadonlySet<unknown> = new Set(["pong", "history", "subscribed"]);

/**
 * Creates a stream of events and connects at once. `Event` is the type of the events of the service, such as
 * `NodeEventMessage` of `@bourse/contract/node`.
 *
 * @throws ClientError OPTION_INVALID. Reading throws ClientError INPUT_INVALID when the service refuses `events`, and
 * NETWORK after `attempts`, Problem UNAUTHORIZED or FORBIDDEN when the socket tells that its key or session has ended,
 * OPTION_INVALID when `createSocket` returns no socket, and what functions of the app throw
 */
export function createEventsClient<Event extends AnyEvent>(
  options: EventsClientOptions,
): EventsClient<Event> {
  return new ReconnectingClient<Event>(options);
}

const EXAMPLES: Required<EventsClientOptions> = {
  url: "",
  events: [],
  since: "",
  bufferSize: 1,
  heartbeatMilliseconds: 1,
  baseMilliseconds: 1,
  maxMilliseconds: 1,
  attempts: 1,
  createSocket: globalSocket,
  onState: () => {},
  clock: SYSTEM_CLOCK,
  random: Math.random,
};

const SOCKET = { send: () => {}, close: () => {}, addEventListener: () => {} };

class ReconnectingClient<Event extends AnyEvent> implements EventsClient<Event> {
  state: EventsState = "connecting";
  lastId: string | undefined;
  readonly #options: EventsClientOptions;
  readonly #buffer: EventBuffer<Event>;
  readonly #end = new AbortController();
  /** True after the first connection: events may be missing then. */
  #isKnown: boolean;

  constructor(given: EventsClientOptions) {
    const options = checked(given, EXAMPLES, "options");
    const { url, events = [], since, bufferSize = 1000, attempts = Infinity } = options;
    for (const name of events) checkKind(name, "", "options.events");
    if (!/^(http|ws)s?:\/\//.test(url) || !URL.canParse(url)) {
      throw new ClientError(
        "OPTION_INVALID",
        `url must begin with ws, wss or http, found "${url}"`,
      );
    }
    within("bufferSize", bufferSize - 1, 999_999);
    within("attempts", attempts, Infinity);
    this.#options = options;
    this.#buffer = new EventBuffer(bufferSize);
    this.lastId = since;
    this.#isKnown = since !== undefined;
    this.#run(
      within("baseMilliseconds", options.baseMilliseconds ?? 250, 6e5),
      within("maxMilliseconds", options.maxMilliseconds ?? 30_000, 6e5),
      within("heartbeatMilliseconds", options.heartbeatMilliseconds ?? 25_000, 6e5),
      attempts,
      // What a function of the app throws reaches its reader, and nobody else.
    )
      .catch((error: unknown) => this.#fail(error))
      .catch(() => {});
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<Event | Gap, undefined>> {
    return this.#buffer.next();
  }

  return(): Promise<IteratorResult<Event | Gap, undefined>> {
    this.close();
    this.#buffer.clear();
    return Promise.resolve({ done: true, value: undefined });
  }

  close(): void {
    this.#buffer.end();
    this.#end.abort();
    this.#become("closed");
  }

  async #run(base: number, max: number, heartbeat: number, attempts: number): Promise<void> {
    const { clock = SYSTEM_CLOCK, random = Math.random } = this.#options;
    const { signal } = this.#end;
    for (let failures = 0; !signal.aborted;) {
      this.#become("connecting");
      const isHeard = await this.#connection(clock, heartbeat);
      if (signal.aborted) return;
      failures = isHeard ? 1 : failures + 1;
      if (failures > attempts) {
        const times = `${attempts} times in a row`;
        return this.#fail(new ClientError("NETWORK", `the socket could not be opened ${times}`));
      }
      this.#become("waiting");
      await clock
        .sleep(random() * Math.min(max, base * 2 ** (failures - 1)), signal)
        .catch(() => {});
    }
  }

  async #connection(clock: ClientClock, heartbeatMilliseconds: number): Promise<boolean> {
    const { createSocket = globalSocket, events } = this.#options;
    const url = new URL(this.#options.url.replace(/^http/, "ws"));
    if (this.lastId !== undefined) url.searchParams.set("since", this.lastId);
    let socket: EventSocket;
    try {
      socket = createSocket(url.href, EVENTS_PROTOCOL);
    } catch {
      return false;
    }
    checkMembers(socket, SOCKET, "the socket of createSocket");
    return listen(socket, {
      clock,
      signal: this.#end.signal,
      heartbeatMilliseconds,
      onOpen: () => {
        // The node's documents have the names below `data`; services of another dialect read them here.
        if (events) socket.send(JSON.stringify({ type: "subscribe", events, data: { events } }));
      },
      onMessage: (message) => this.#hear(message),
      onEnd: (end) => this.#judgeEnd(end),
    });
  }

  #hear(message: Readonly<Record<string, unknown>>): void {
    const { type } = message;
    if (type === "connected") return this.#greet(bodyOf(message));
    if (type === "error") {
      return this.#fail(new ClientError("INPUT_INVALID", String(bodyOf(message)["message"])));
    }
    if (REPLIES.has(type) || typeof type !== "string") return;
    const { id } = message;
    if (typeof id === "string") {
      if (!isLater(id, this.lastId)) return;
      this.lastId = id;
    }
    if (this.#wants(type)) this.#buffer.push(message as unknown as Event);
  }

  /** A key or session that has ended stays so: another connection would be refused as well. */
  #judgeEnd({ code, reason = "", message = "" }: SocketEnd): void {
    const refused = /^Unexpected server response: (401|403)$/.exec(message)?.[1];
    if (refused === undefined && !(code === 1008 && reason.startsWith("UNAUTHORIZED"))) return;
    const isForbidden = refused === "403";
    this.#fail(
      new Problem({
        code: isForbidden ? "FORBIDDEN" : "UNAUTHORIZED",
        status: isForbidden ? 403 : 401,
        message: reason || "the service refused the key or session of the socket",
      }),
    );
  }

  #greet(data: Readonly<Record<string, unknown>>): void {
    if (this.#isKnown && (data["gap"] === true || this.lastId === undefined)) {
      this.lastId = undefined;
      this.#buffer.push({ type: "gap", reason: "resume" });
    }
    this.#isKnown = true;
    // With nothing to hear yet, this is the place to go on from.
    if (typeof data["last_id"] === "string" && data["history_available"] === 0) {
      this.lastId ??= data["last_id"];
    }
    this.#become("open");
  }

  /** The service sends all of it until it has read the subscription. */
  #wants(type: string): boolean {
    const { events } = this.#options;
    return (
      !events ||
      events.some(
        (name) =>
          name === "*" ||
          name === type ||
          (name.endsWith(".*") && type.startsWith(name.slice(0, -1))),
      )
    );
  }

  #fail(error: unknown): void {
    this.#buffer.end(error);
    this.close();
  }

  #become(state: EventsState): void {
    if (this.state === state && state !== "connecting") return;
    this.state = state;
    this.#options.onState?.(state);
  }
}

/** The fields below `data`, or below `payload` as some services have it. */
function bodyOf(message: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return (message["data"] ?? message["payload"] ?? {}) as Readonly<Record<string, unknown>>;
}

/** Tells whether an id is later: a higher sequence of the same epoch, or any id of another epoch. */
function isLater(id: string, than: string | undefined): boolean {
  const [epoch, sequence] = placeOf(id);
  const [lastEpoch, lastSequence] = placeOf(than ?? "");
  return epoch !== lastEpoch || sequence > lastSequence;
}

function placeOf(id: string): readonly [epoch: string, sequence: number] {
  const colon = id.lastIndexOf(":");
  return [id.slice(0, colon), Number(id.slice(colon + 1))];
}

function globalSocket(url: string, protocol: string): EventSocket {
  return new WebSocket(url, protocol);
}
