/** One connection to an exchange for many series: kept alive, made again when it is lost, and replaced in time. */

import { pauseInBackground } from "@bourse/kernel";
import type { LinkListener, LinkPlace } from "@bourse/trading-core/streams";
import { WebSocket } from "ws";

import type { SocketDialect, SocketNews } from "./dialect.ts";
import { readJson } from "./read-json.ts";
import type { ResolvedSocketOptions, SocketProblem } from "./socket-options.ts";

/** Parts of a socket: the dialect, the options, and the teller of problems. */
export interface SocketParts {
  readonly dialect: SocketDialect;
  readonly options: ResolvedSocketOptions;
  readonly tell: (kind: SocketProblem["kind"], text: string) => void;
}

/** Maximum size of a message in bytes; a candle has some hundred. */
const MAX_MESSAGE_BYTES = 1024 * 1024;
/** Longest pause before a lost connection is made again. */
const LONGEST_PAUSE = 30_000;
/** Age from which the loss of a connection is no sign of trouble. */
const SOUND_AGE = 30_000;
/** Time without a candle of any series after which a silent series means a silent connection. */
const SILENT_AGE = 10_000;
/** Pause before a refused topic is asked for again. */
const REFUSED_PAUSE = 60_000;

export class VenueSocket {
  readonly #parts: SocketParts;
  readonly #topics = new Map<string, Set<LinkListener>>();
  readonly #requests = new Map<number, readonly string[]>();
  #socket: WebSocket | undefined;
  #ending: AbortController | undefined;
  #nextId = 1;
  #nextRequestAt = 0;
  #heardAt = 0;
  #candleAt = 0;
  #isPlanned = false;

  constructor(parts: SocketParts) {
    this.#parts = parts;
  }

  /** Number of topics. */
  get size(): number {
    return this.#topics.size;
  }

  has(topic: string): boolean {
    return this.#topics.has(topic);
  }

  join(topic: string, listener: LinkListener): LinkPlace {
    const known = this.#topics.get(topic);
    const listeners = known ?? new Set();
    listeners.add(listener);
    if (known === undefined) {
      this.#topics.set(topic, listeners);
      if (this.#ending === undefined) this.#start();
      else this.#ask("subscribe", [topic]);
    }
    return {
      renew: () => this.#renew(topic),
      leave: () => {
        if (!listeners.delete(listener) || listeners.size > 0) return;
        this.#topics.delete(topic);
        this.#ask("unsubscribe", [topic]);
        if (this.#topics.size === 0) this.close();
      },
    };
  }

  close(): void {
    this.#ending?.abort();
    this.#ending = undefined;
    this.#socket?.terminate();
    this.#socket = undefined;
  }

  #start(): void {
    const ending = new AbortController();
    this.#ending = ending;
    void this.#run(ending.signal);
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { clock, random, reconnectMilliseconds } = this.#parts.options;
    let failures = 0;
    let isOver = false;
    while (!isOver) {
      const from = clock.monotonic();
      const text = await this.#live(signal);
      if (signal.aborted) return;
      if (!this.#isPlanned) this.#parts.tell("connection", text);
      failures = this.#isPlanned || clock.monotonic() - from >= SOUND_AGE ? 0 : failures + 1;
      const longest = Math.min(LONGEST_PAUSE, reconnectMilliseconds * 2 ** Math.min(failures, 20));
      isOver = !(await pauseInBackground(clock, longest * (0.5 + random() / 2), signal));
    }
  }

  /** Opens a connection and keeps it until it ends; resolves to the reason. */
  async #live(signal: AbortSignal): Promise<string> {
    const { dialect, options } = this.#parts;
    const { promise, resolve } = Promise.withResolvers<string>();
    const ended = new AbortController();
    const socket = new WebSocket(dialect.url, {
      handshakeTimeout: options.connectTimeoutMilliseconds,
      maxPayload: MAX_MESSAGE_BYTES,
      perMessageDeflate: false,
    });
    this.#socket = socket;
    this.#isPlanned = false;
    let reason = "The connection ended.";
    socket.on("open", () => {
      this.#heardAt = options.clock.monotonic();
      this.#candleAt = this.#heardAt;
      this.#requests.clear();
      this.#nextRequestAt = 0;
      this.#ask("subscribe", [...this.#topics.keys()]);
      void this.#beat(socket, ended.signal);
      void this.#retire(socket, ended.signal);
    });
    socket.on("message", (data) => this.#hear(String(data as Buffer)));
    socket.on("ping", () => this.#touch());
    socket.on("pong", () => this.#touch());
    socket.on("error", (error) => {
      reason = error.message;
    });
    socket.on("close", (code) => {
      ended.abort();
      resolve(`${reason} (code ${code})`);
    });
    const onAbort = (): void => socket.terminate();
    signal.addEventListener("abort", onAbort, { once: true });
    const text = await promise;
    signal.removeEventListener("abort", onAbort);
    return text;
  }

  #touch(): void {
    this.#heardAt = this.#parts.options.clock.monotonic();
  }

  #hear(text: string): void {
    this.#touch();
    const { dialect, tell } = this.#parts;
    const message = readJson(text);
    const news = message === undefined ? undefined : dialect.read(message);
    if (news === undefined) {
      tell("message", `The message is not in a documented shape: ${text.slice(0, 100)}`);
      return;
    }
    for (const each of news) this.#take(each);
  }

  #take(news: SocketNews): void {
    switch (news.kind) {
      case "candle":
        this.#candleAt = this.#heardAt;
        for (const each of this.#topics.get(news.topic) ?? []) each.onCandle(news.reading);
        return;
      case "accepted":
        for (const topic of this.#answered(news.id)) {
          for (const each of this.#topics.get(topic) ?? []) each.onConnect();
        }
        return;
      case "refused":
        this.#refused(this.#answered(news.id), news.message ?? "no reason");
        return;
      case "ending":
        this.#isPlanned = true;
        this.#socket?.terminate();
    }
  }

  /** Topics of the request that was answered, which is the oldest one where the answer names none. */
  #answered(id: number | undefined): readonly string[] {
    const [oldest] = this.#requests.keys();
    const answered = id ?? oldest;
    if (answered === undefined) return [];
    const topics = this.#requests.get(answered) ?? [];
    this.#requests.delete(answered);
    return topics;
  }

  /** Asks for the topics of a refused request one by one: one of them may be the cause. */
  #refused(topics: readonly string[], message: string): void {
    this.#parts.tell("subscription", `${topics.join(", ") || "A request"} was refused: ${message}`);
    if (topics.length > 1) for (const topic of topics) this.#ask("subscribe", [topic]);
    else if (topics.length === 1) void this.#askLater(topics);
  }

  async #askLater(topics: readonly string[]): Promise<void> {
    const socket = this.#socket;
    const signal = this.#ending?.signal;
    if (signal === undefined) return;
    const isOn = await pauseInBackground(this.#parts.options.clock, REFUSED_PAUSE, signal);
    if (isOn && socket === this.#socket && topics.every((topic) => this.has(topic))) {
      this.#ask("subscribe", topics);
    }
  }

  /** Asks for a silent series anew; where no series is told, for a new connection. */
  #renew(topic: string): void {
    const { clock } = this.#parts.options;
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    if (clock.monotonic() - this.#candleAt >= SILENT_AGE) {
      this.#socket.terminate();
      return;
    }
    this.#ask("unsubscribe", [topic]);
    this.#ask("subscribe", [topic]);
  }

  /** Sends requests for topics, spaced as the exchange asks; a connection that is not open asks when it is. */
  #ask(kind: "subscribe" | "unsubscribe", topics: readonly string[]): void {
    const { dialect } = this.#parts;
    for (let at = 0; at < topics.length; at += dialect.topicsPerRequest) {
      const some = topics.slice(at, at + dialect.topicsPerRequest);
      const id = this.#nextId++;
      if (kind === "subscribe") this.#requests.set(id, some);
      void this.#send(dialect.request(kind, some, id));
    }
  }

  async #send(text: string): Promise<void> {
    const { dialect, options } = this.#parts;
    const socket = this.#socket;
    const signal = this.#ending?.signal;
    if (socket?.readyState !== WebSocket.OPEN || signal === undefined) return;
    const now = options.clock.monotonic();
    const sendAt = Math.max(now, this.#nextRequestAt);
    this.#nextRequestAt = sendAt + dialect.requestGapMilliseconds;
    if (sendAt > now && !(await pauseInBackground(options.clock, sendAt - now, signal))) return;
    if (socket.readyState === WebSocket.OPEN) socket.send(text);
  }

  async #beat(socket: WebSocket, ended: AbortSignal): Promise<void> {
    const { dialect, options } = this.#parts;
    const { clock, heartbeatMilliseconds } = options;
    while (await pauseInBackground(clock, heartbeatMilliseconds, ended)) {
      if (clock.monotonic() - this.#heardAt > 2 * heartbeatMilliseconds) socket.terminate();
      else if (dialect.heartbeat === undefined) socket.ping();
      else socket.send(dialect.heartbeat);
    }
  }

  async #retire(socket: WebSocket, ended: AbortSignal): Promise<void> {
    const { dialect, options } = this.#parts;
    if (await pauseInBackground(options.clock, dialect.lifeMilliseconds, ended)) {
      this.#isPlanned = true;
      socket.terminate();
    }
  }
}
