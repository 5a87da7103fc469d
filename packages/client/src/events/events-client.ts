/** Events of a Bourse service over a WebSocket that is made anew whenever it breaks. */

import { ClientError } from "../errors.ts";
import { SYSTEM_CLOCK, within, type ClientClock } from "../options.ts";
import { EventBuffer, type Gap } from "./event-buffer.ts";
import { listen, type EventSocket } from "./listen.ts";

export interface EventsClientOptions {
  /** Where the socket is: `ws://127.0.0.1:8082/ws`; `http` and `https` are read as `ws` and `wss`. */
  readonly url: string;
  /** Names such as `token.added` and families such as `token.*`. Default: everything. */
  readonly events?: readonly string[];
  /** The id of the last event that is known: what came after it is asked for. Default: the newest few. */
  readonly since?: string;
  /** Events that may wait to be read, 2–1,000,000; the oldest are dropped for newer ones. Default 1,000. */
  readonly bufferSize?: number;
  /** Of silence before a ping, and again before a new connection. 1–600,000 ms; default 25,000. */
  readonly heartbeatMilliseconds?: number;
  /** The span of the first wait; it doubles with each failure in a row. 1–600,000 ms; default 250. */
  readonly baseMilliseconds?: number;
  /** The longest span of a wait. 1–600,000 ms; default 30,000. */
  readonly maxMilliseconds?: number;
  /** Failures in a row after which reading throws NETWORK; Infinity: never. Default Infinity. */
  readonly attempts?: number;
  /** Default: the global WebSocket. One of Node's can be given headers here, such as an API key. */
  readonly createSocket?: (url: string, protocol: string) => EventSocket;
  /** Told of every change of the connection. */
  readonly onState?: (state: EventsState) => void;
  readonly clock?: ClientClock;
  /** From 0 up to 1, for the jitter of waits. Default Math.random. */
  readonly random?: () => number;
}

/** waiting: between two connections. */
export type EventsState = "connecting" | "open" | "waiting" | "closed";

/** What every event has; a service's own union narrows it by `type`. */
export interface AnyEvent {
  readonly type: string;
  readonly id?: string;
}

/**
 * One reader: `for await (const event of client)`. Leaving the loop closes the client. Events come in order, none
 * twice; where some are missing a {@link Gap} stands in their place.
 */
export interface EventsClient<Event extends AnyEvent> extends AsyncIterableIterator<Event | Gap> {
  readonly state: EventsState;
  /** Of the newest event that has come: a later client may go on from there. */
  readonly lastId: string | undefined;
  /** Ends the reading once what is there has been read. */
  close(): void;
}

export const EVENTS_PROTOCOL = "bourse.events.v1";

/** Messages that are no events. */
const REPLIES: ReadonlySet<unknown> = new Set(["pong", "history", "subscribed"]);

/**
 * Connects at once. `Event` is what the service sends: `NodeEventMessage` of `@bourse/contract/node`, for one.
 *
 * @throws ClientError OPTION_INVALID. Reading throws ClientError INPUT_INVALID when the service refuses `events`, and
 * NETWORK after `attempts`
 */
export function createEventsClient<Event extends AnyEvent>(
  options: EventsClientOptions,
): EventsClient<Event> {
  return new ReconnectingClient<Event>(options);
}

class ReconnectingClient<Event extends AnyEvent> implements EventsClient<Event> {
  state: EventsState = "connecting";
  lastId: string | undefined;
  readonly #options: EventsClientOptions;
  readonly #buffer: EventBuffer<Event>;
  readonly #end = new AbortController();
  /** Connected before, so that something may have been missed. */
  #isKnown: boolean;

  constructor(options: EventsClientOptions) {
    const { url, since, bufferSize = 1000, attempts = Infinity } = options;
    if (!/^(http|ws)s?:\/\//.test(url)) {
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
    void this.#run(
      within("baseMilliseconds", options.baseMilliseconds ?? 250, 6e5),
      within("maxMilliseconds", options.maxMilliseconds ?? 30_000, 6e5),
      within("heartbeatMilliseconds", options.heartbeatMilliseconds ?? 25_000, 6e5),
      attempts,
    );
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
    return listen(socket, {
      clock,
      signal: this.#end.signal,
      heartbeatMilliseconds,
      onOpen: () => {
        // The node's documents have the names below `data`; services of another dialect read them here.
        if (events) socket.send(JSON.stringify({ type: "subscribe", events, data: { events } }));
      },
      onMessage: (message) => this.#hear(message),
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

  #fail(error: ClientError): void {
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

/** Of one epoch only a higher sequence is later; another epoch always is. */
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
