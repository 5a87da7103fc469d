/**
 * A bound API on the network: Polka's router on node:http, with limits, logs, probes, docs and a drain.
 *
 * Nothing here knows what the API is about, and no route knows that it is served by node:http.
 */

import { createServer, type IncomingMessage, type Server } from "node:http";

import {
  integerOption,
  resolveOptions,
  textOption,
  withDeadline,
  type OptionRules,
} from "@bourse/kernel";

import { HttpError } from "../errors.ts";
import { isWebSocket } from "../sockets/check-handshake.ts";
import { answerUpgrades } from "./answer-upgrades.ts";
import { createServerState, guardsFor, rowsOf } from "./create-server-state.ts";
import { drainConnections, type DrainOptions, type DrainResult } from "./drain.ts";
import {
  resolveHttpServerOptions,
  type HttpServerOptions,
  type ResolvedHttpServerOptions,
} from "./http-server-options.ts";
import { bindServer, type Listening, type ListenOptions } from "./listen.ts";
import { createRequestListener, type RequestListener } from "./request-listener.ts";
import type { ServerState } from "./server-state.ts";
import { answerExpectations, answerSocketFaults } from "./socket-faults.ts";

/** An HTTP server for one API; it listens once. */
export interface HttpServer {
  /** The server below. WebSockets are better mounted by the option `sockets`, which guards them. */
  readonly server: Server;
  /**
   * Starts listening, once.
   * @throws HttpError PORT_IN_USE, PORT_FORBIDDEN, HOST_UNAVAILABLE, LISTEN_FAILED, SERVER_STATE; KernelError
   * OPTION_INVALID
   */
  listen(options?: ListenOptions): Promise<Listening>;
  /**
   * Stops without losing a request: `/readyz` is 503 at once, new connections are refused, each open one ends after
   * the reply it waits for (`Connection: close`) or after half a second of silence, and event streams end. What is
   * busy at the deadline is cut. A second call waits for the first.
   * @throws KernelError OPTION_INVALID
   */
  drain(options?: DrainOptions): Promise<DrainResult>;
  /** Stops at once; open connections are cut. */
  close(): Promise<void>;
}

const LISTEN_RULES: OptionRules<Required<ListenOptions>> = {
  host: textOption({ maxLength: 255, default: "127.0.0.1" }),
  port: integerOption({ min: 0, max: 65_535, default: 0 }),
};
const DRAIN_RULES: OptionRules<Required<DrainOptions>> = {
  deadlineMilliseconds: integerOption({ min: 0, max: 3_600_000, default: 10_000 }),
};

/**
 * A server for `options.api`, not yet listening.
 *
 * @throws KernelError OPTION_INVALID; HttpError ROUTE_INVALID when two routes share a method and path, PAGE_INVALID for
 * a folder that is no built page
 */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  const resolved = resolveHttpServerOptions(options);
  const state = createServerState(resolved);
  const server = createNodeServer(resolved, createRequestListener(state, rowsOf(state)));
  server.on("connection", (socket) => state.connections.add(socket));
  answerSocketFaults(server, resolved.api.wire, state.connections);
  answerExpectations(server, resolved.api.wire);
  answerUpgrades(server, state);
  return withLifecycle(server, state);
}

function withLifecycle(server: Server, state: ServerState): HttpServer {
  const { options, connections, streams } = state;
  let phase: "new" | "listening" | "ended" = "new";
  let draining: Promise<DrainResult> | undefined;

  const drain = async (deadline: number): Promise<DrainResult> => {
    phase = "ended";
    state.draining = true;
    streams.endEndless();
    const [result] = await Promise.all([
      drainConnections(server, connections, options.clock, deadline),
      withDeadline(
        { clock: options.clock, milliseconds: deadline, onTimeout: () => undefined },
        () => tellDrain(options),
      ),
    ]);
    // Not listening any more: this only stops node's own timer over the connections.
    server.close();
    return result;
  };

  return {
    server,
    async listen(address = {}) {
      const { host, port } = resolveOptions("listen", address, LISTEN_RULES);
      if (phase !== "new") {
        throw new HttpError(
          "SERVER_STATE",
          "expected a server that has never listened: make a new one.",
        );
      }
      phase = "listening";
      Object.assign(state, guardsFor(options, host));
      try {
        return await bindServer(server, host, port);
      } catch (error) {
        phase = "new";
        throw error;
      }
    },
    async drain(limits = {}) {
      const { deadlineMilliseconds } = resolveOptions("drain", limits, DRAIN_RULES);
      draining ??= drain(deadlineMilliseconds);
      return await draining;
    },
    async close() {
      phase = "ended";
      const closed = new Promise((resolve) => server.close(resolve));
      connections.destroyAll();
      await closed;
    },
  };
}

async function tellDrain({ onDrain, sockets }: ResolvedHttpServerOptions): Promise<void> {
  await Promise.all([onDrain(), ...sockets.map((route) => route.drain?.())]);
}

/**
 * A request without a body gets its body's end at once, without the stream's events: cheaper by a tenth of a request.
 * Known to Node from 24.12 and 25.1 on, and passed over by older ones; its types here are older still.
 */
const EMPTY_REQUESTS: object = { optimizeEmptyRequests: true };

/** An `Upgrade` to anything but a WebSocket is passed over, as HTTP allows. Known to Node from 22.21 and 24.9 on. */
const WEBSOCKETS_ONLY: object = {
  shouldUpgradeCallback: ({ headers }: IncomingMessage) => isWebSocket(headers.upgrade),
};

function createNodeServer(options: ResolvedHttpServerOptions, listener: RequestListener): Server {
  const { headersTimeoutMilliseconds, requestTimeoutMilliseconds } = options;
  const shortest = Math.min(headersTimeoutMilliseconds, requestTimeoutMilliseconds);
  const server = createServer(
    {
      // Node refuses a head that may take longer than the whole.
      headersTimeout: shortest,
      requestTimeout: requestTimeoutMilliseconds,
      keepAliveTimeout: options.keepAliveTimeoutMilliseconds,
      // Timeouts are noticed at this interval only.
      connectionsCheckingInterval: Math.min(1000, Math.ceil(shortest / 4)),
      maxHeaderSize: options.maxHeaderBytes,
      // Checked by the listener, which answers in the API's format.
      requireHostHeader: false,
      ...EMPTY_REQUESTS,
      ...(options.sockets.length > 0 ? WEBSOCKETS_ONLY : {}),
    },
    listener,
  );
  server.maxConnections = options.maxConnections;
  // A request that waits for "100 Continue" gets it when its body is read, so a refused one never sends it.
  server.on("checkContinue", listener);
  return server;
}
