/** The service's event sockets for msw: the very conversation of the server, over intercepted WebSockets. */

import type { FeedEvent } from "@bourse/handlers/backtest";
import type { Clock, EventSource } from "@bourse/kernel";
import { converse, type Converse, type Dialect } from "@bourse/sockets";
import { ws, type WebSocketHandler, type WebSocketHandlerConnection } from "msw";

export interface MockSocketsOptions {
  /** Where callers believe the service to be. */
  readonly baseUrl: string;
  readonly clock: Clock;
  /** Asked at every connection. */
  readonly source: () => EventSource<FeedEvent>;
  /** Whether there is such a job. */
  readonly hasJob: (uuid: string) => Promise<boolean>;
  /** With keys nobody gets in: a mocked WebSocket has no headers to bring one in. */
  readonly isLocked: boolean;
}

export interface MockSockets {
  /** `/api/ws/events` and `/api/ws/jobs/:uuid`; made when it is asked for, since msw keeps a channel open for each. */
  readonly handler: () => WebSocketHandler;
  /** Closes every connection as a server does that goes down. */
  readonly cut: () => void;
}

/** The server refuses before the handshake, which a mock cannot: the socket opens and is closed at once. */
const REFUSED = 1008;

export function mockSockets(options: MockSocketsOptions): MockSockets {
  const { baseUrl, clock, source, hasJob, isLocked } = options;
  const root = `${baseUrl.replace(/^http/u, "ws").replace(/\/+$/u, "")}/api/ws`;
  const dialect = dialectOf(clock);
  const open = new Set<() => void>();
  let handler: WebSocketHandler | undefined;

  /** What is told at the path; a reason where nothing is. */
  async function find(path: string): Promise<EventSource<FeedEvent> | string> {
    const [, feed, uuid] = /\/api\/ws\/(events|jobs)(?:\/([^/]+))?$/u.exec(path) ?? [];
    if (isLocked) return "a key is needed";
    if (feed === "events" && uuid === undefined) return source();
    const isJob = feed === "jobs" && uuid !== undefined && (await hasJob(uuid));
    return isJob ? ofJob(source(), uuid) : "no such feed";
  }

  function connect(connection: WebSocketHandlerConnection): void {
    const { client } = connection;
    const heard: (string | undefined)[] = [];
    let talk: Converse | undefined;
    let isGone = false;
    const leave = (): void => {
      isGone = true;
      open.delete(cut);
      talk?.end();
    };
    const cut = (): void => {
      leave();
      client.close(1001, "the server is going down");
    };
    open.add(cut);
    client.addEventListener("close", leave);
    client.addEventListener("message", ({ data }) => {
      const text = typeof data === "string" ? data : undefined;
      if (talk === undefined) heard.push(text);
      else talk.hear(text);
    });
    void find(client.url.pathname).then((found) => {
      if (isGone) return;
      if (typeof found === "string") {
        leave();
        client.close(REFUSED, found);
        return;
      }
      talk = converse({ source: found, dialect }, carrierOf(connection));
      for (const text of heard) talk.hear(text);
    });
  }

  return {
    handler: () => (handler ??= ws.link(`${root}/*`).addEventListener("connection", connect)),
    cut: () => {
      open.forEach((each) => {
        each();
      });
    },
  };
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

/** `{type, timestamp, payload}` for everything that is said, as the server has it. */
function dialectOf(clock: Clock): Dialect<FeedEvent> {
  return {
    event: ({ type, timestamp, payload }) => ({ type, timestamp, payload }),
    reply: (type, data) => ({
      type,
      timestamp: new Date(clock.now()).toISOString(),
      payload: data ?? null,
    }),
    bodyKey: "payload",
  };
}

/** The same feed without what is not about the job. */
function ofJob(all: EventSource<FeedEvent>, uuid: string): EventSource<FeedEvent> {
  const isMine = ({ jobUuid }: FeedEvent): boolean => jobUuid === uuid;
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
