/** The service's event sockets for msw: the very conversation of the server, over intercepted WebSockets. */

import { backtestSocketRules, eventsOfJob } from "@bourse/handlers/backtest";
import type { Clock, EventSource } from "@bourse/kernel";
import { converse } from "@bourse/sockets";
import type { FeedEvent } from "@bourse/trading-core";
import { WebSocketHandler, type WebSocketHandlerConnection } from "msw";

import { createTalks, type SocketDoor } from "../socket-door.ts";

export interface MockSocketsOptions {
  /** Base URL at which callers expect the service. */
  readonly baseUrl: string;
  readonly clock: Clock;
  /** Asked as every connection begins. */
  readonly source: () => EventSource<FeedEvent>;
  /** Tells whether the job exists. */
  readonly hasJob: (uuid: string) => Promise<boolean>;
  /** Keys of which a connection needs one; a WebSocket that msw intercepts has no headers and so never has one. */
  readonly apiKeys: readonly string[];
}

export interface MockSockets {
  /** `/api/ws/events` and `/api/ws/jobs/:uuid`. */
  readonly handler: WebSocketHandler;
  /** The same two for other carriers. */
  readonly door: SocketDoor;
  /** Closes every connection as a server does that goes down. */
  readonly cut: () => void;
}

/** Close code of a WebSocket that never opened (RFC 6455, 7.1.5). */
const NEVER_OPENED = 1006;

/** The feed at the time of the call, or nothing where the server refuses the handshake. */
type Found = (() => EventSource<FeedEvent>) | undefined;

/**
 * Sockets that are refused before they open, as by the server: an `error`, then a `close` with 1006. The HTTP status of
 * a refusal, which a browser does not show either, is not mocked.
 */
export function mockSockets(options: MockSocketsOptions): MockSockets {
  const { baseUrl, clock, source, hasJob, apiKeys } = options;
  const root = `${baseUrl.replace(/^http/u, "ws").replace(/\/+$/u, "")}/api/ws`;
  const { dialect, ids, isActedUpon } = backtestSocketRules(clock);
  const talks = createTalks();

  async function find(path: string, key: string | undefined): Promise<Found> {
    const [, feed, uuid] = /\/api\/ws\/(events|jobs)(?:\/([^/]+))?$/u.exec(path) ?? [];
    if (apiKeys.length > 0 && !apiKeys.includes(key ?? "")) return undefined;
    if (feed === "events" && uuid === undefined) return source;
    const isJob = feed === "jobs" && uuid !== undefined && (await hasJob(uuid));
    return isJob ? () => ofJob(source(), uuid) : undefined;
  }

  const door: SocketDoor = async (path, key) => {
    const feed = await find(path, key);
    if (feed === undefined) return undefined;
    const rules = { dialect, ids, isActedUpon };
    return (carrier) =>
      talks.begin(carrier, (inner) => converse({ source: feed(), ...rules }, inner));
  };

  async function meet(connection: WebSocketHandlerConnection): Promise<void> {
    const { client } = connection;
    const gone = new AbortController();
    client.addEventListener("close", () => gone.abort());
    const admit = await door(client.url.pathname, undefined);
    if (gone.signal.aborted) return;
    if (admit === undefined) {
      refuse(client);
      return;
    }
    const talk = admit(carrierOf(connection));
    gone.signal.addEventListener("abort", () => talk.end());
    client.addEventListener("message", ({ data }) => {
      talk.hear(typeof data === "string" ? data : undefined);
    });
  }

  return { handler: new Doorman(`${root}/*`, meet), door, cut: talks.cut };
}

/**
 * Refuses connections before they open: msw waits for `run` of a handler, but not for listeners, before it opens a
 * socket.
 */
class Doorman extends WebSocketHandler {
  readonly #meet: (connection: WebSocketHandlerConnection) => Promise<void>;

  constructor(url: string, meet: (connection: WebSocketHandlerConnection) => Promise<void>) {
    super(url);
    this.#meet = meet;
  }

  override async run(...given: Parameters<WebSocketHandler["run"]>) {
    const connection = await super.run(...given);
    if (connection !== null) await this.#meet(connection);
    return connection;
  }
}

function refuse(client: WebSocketHandlerConnection["client"]): void {
  if ("socket" in client && client.socket instanceof EventTarget) {
    client.socket.dispatchEvent(new Event("error"));
  }
  client.close(NEVER_OPENED, "");
}

function carrierOf({ client, info }: WebSocketHandlerConnection) {
  const offered = info.protocols ?? [];
  return {
    search: client.url.search,
    protocols: typeof offered === "string" ? [offered] : offered,
    send: (text: string) => client.send(text),
    close: (code: number, reason: string) => client.close(code, reason),
  };
}

/** The events of one job. */
function ofJob(all: EventSource<FeedEvent>, uuid: string): EventSource<FeedEvent> {
  const { accepts: isMine } = eventsOfJob(uuid);
  return {
    epoch: all.epoch,
    get newest() {
      return all.newest;
    },
    last: (count) => (count === 0 ? [] : all.last(all.newest).filter(isMine).slice(-count)),
    since: (sequence) => {
      const events = all.since(sequence);
      return events === "gap" ? "gap" : events.filter(isMine);
    },
    subscribe: (listener) =>
      all.subscribe((event, isRecorded) => {
        if (isMine(event)) listener(event, isRecorded);
      }),
  };
}
