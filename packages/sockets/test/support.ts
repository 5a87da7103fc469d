/** A server with one fan-out on a free port of 127.0.0.1, and clients that keep all they hear. */

import { defineApi, errorFormat } from "@bourse/contract";
import { createHttpServer, type HttpServer, type HttpServerOptions } from "@bourse/http";
import { createEventRing, type EventRing } from "@bourse/kernel";
import { onTestFinished } from "vitest";
import { WebSocket, type ClientOptions } from "ws";

import {
  createFanOut,
  plainDialect,
  type FanOut,
  type FanOutOptions,
  type FanOutRouteOptions,
  type PlainEvent,
} from "../src/index.ts";

const api = defineApi({
  id: "sample",
  title: "Sample",
  version: "1",
  basePath: "",
  wire: errorFormat,
  security: {},
  routes: {},
});

export interface Served {
  readonly url: string;
  readonly http: HttpServer;
  readonly ring: EventRing<PlainEvent>;
  readonly fanOut: FanOut<PlainEvent>;
  /** Records an event; its data is `value`. */
  readonly emit: (value: unknown, type?: string) => void;
}

export interface ServeOptions {
  readonly capacity?: number;
  readonly epoch?: string;
  readonly fanOut?: Partial<FanOutOptions<PlainEvent>>;
  readonly route?: FanOutRouteOptions<PlainEvent>;
  readonly http?: Partial<HttpServerOptions>;
}

export async function serve(options: ServeOptions = {}): Promise<Served> {
  const { capacity = 100, epoch = "epoch" } = options;
  const ring = createEventRing<PlainEvent>({ epoch, capacity });
  const fanOut = createFanOut({ source: ring, dialect: plainDialect, ...options.fanOut });
  const http = createHttpServer({
    api,
    routes: [],
    sockets: [fanOut.route("/ws/:room", options.route), fanOut.route("/ws", options.route)],
    ...options.http,
  });
  onTestFinished(async () => {
    await fanOut.close();
    await http.close();
  });
  const { url } = await http.listen();
  const emit = (data: unknown, type = "tick"): void => {
    ring.record((sequence) => ({ type, data, timestamp: sequence / 10, sequence }));
  };
  return { url, http, ring, fanOut, emit };
}

export interface Message {
  readonly type: string;
  readonly data?: unknown;
  readonly id?: string;
}

/** A client and the messages that it has heard. */
export class Listener {
  readonly socket: WebSocket;
  readonly messages: Message[] = [];
  /** The code that ended the connection. */
  readonly closed: Promise<number>;
  readonly #waiting = new Set<() => void>();

  constructor(url: string, options: ClientOptions & { readonly protocol?: string } = {}) {
    const { protocol, ...rest } = options;
    this.socket = new WebSocket(url.replace("http", "ws"), protocol ?? [], rest);
    this.socket.on("message", (data: Buffer) => {
      this.messages.push(JSON.parse(data.toString()) as Message);
      for (const check of this.#waiting) check();
    });
    this.closed = new Promise((resolve) => {
      this.socket.on("close", resolve);
    });
    this.socket.on("error", () => {});
    onTestFinished(() => this.socket.terminate());
  }

  /** Resolves when `condition` holds of all messages so far. */
  async until(condition: (messages: readonly Message[]) => boolean): Promise<this> {
    await new Promise<void>((resolve) => {
      const check = (): void => {
        if (!condition(this.messages)) return;
        this.#waiting.delete(check);
        resolve();
      };
      this.#waiting.add(check);
      check();
    });
    return this;
  }

  /** Resolves when `count` messages are there. */
  heard(count: number): Promise<this> {
    return this.until(({ length }) => length >= count);
  }

  say(message: unknown): void {
    this.socket.send(JSON.stringify(message));
  }

  /** The data of all messages of `type`. */
  dataOf(type = "tick"): unknown[] {
    return this.messages.filter((message) => message.type === type).map(({ data }) => data);
  }
}

/** The HTTP answer to a handshake that is refused. */
export function refusal(
  url: string,
  options: ClientOptions = {},
): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url.replace("http", "ws"), options);
    socket.on("open", () => reject(new Error("the handshake was accepted")));
    socket.on("error", () => {});
    socket.on("unexpected-response", (_request, response) => {
      let text = "";
      response.on("data", (chunk: Buffer) => (text += chunk.toString()));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) }),
      );
    });
  });
}
