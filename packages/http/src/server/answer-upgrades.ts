/**
 * The way of a WebSocket handshake through the server: the same guards and limits as a request, then the route's own
 * question, and only then the 101. A refusal is an ordinary HTTP answer in the API's format.
 */

import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";

import { createRouteTable, isProblem, problemReply, type Problem } from "@bourse/contract";

import { clientAddress } from "../caller/client-address.ts";
import { isLocalCaller } from "../caller/local-caller.ts";
import { checkHostHeader } from "../guards/host-guard.ts";
import { createLimitCheck } from "../guards/limit-check.ts";
import { createWrongKeyCheck } from "../guards/wrong-key-check.ts";
import { checkAuthority, checkEncoding, parseTarget } from "../request/parse-target.ts";
import { problemMessage } from "../request/problem-message.ts";
import { createRequestIds, requestId } from "../request/request-id.ts";
import { SECURITY_HEADERS } from "../request/security-headers.ts";
import type { ServedRow } from "../request/table-row.ts";
import { transportProblem, type TransportFault } from "../request/transport-problem.ts";
import { checkHandshake } from "../sockets/check-handshake.ts";
import type { Handshake, SocketRoute } from "../sockets/socket-route.ts";
import type { ServerState } from "./server-state.ts";

/** Answers every upgrade that `server` hears of. @throws HttpError ROUTE_INVALID */
export function answerUpgrades(server: Server, state: ServerState): void {
  const { options } = state;
  if (options.sockets.length === 0) return;
  const table = createRouteTable(
    options.sockets.map((route) => ({ method: "GET", path: route.path, route })),
  );
  const limitWait = createLimitCheck(options.limiter, options.trustProxy);
  const makeId = createRequestIds(options.ids);

  /** The fault that no route needs to be asked about. */
  const faultOf = (request: IncomingMessage): TransportFault | undefined =>
    (state.draining ? "DRAINING" : undefined) ??
    checkHostHeader(request) ??
    checkAuthority(request) ??
    state.hostGuard?.(request) ??
    state.originGuard(request) ??
    checkEncoding(request.url);

  server.on("upgrade", (request, socket, head) => {
    const id = options.requestIds ? requestId(request.headers["x-request-id"], makeId) : undefined;
    const attempt = new UpgradeAttempt(state, request, socket, id);
    const fault = faultOf(request);
    if (fault !== undefined) return attempt.refuse(transportProblem(fault));
    const wait = limitWait?.(request);
    if (wait !== undefined) {
      return attempt.refuse(transportProblem("RATE_LIMITED", { retryAfterSeconds: wait }));
    }
    const { pathname } = parseTarget(request);
    const match = table.find("GET", pathname);
    if (match === undefined) return attempt.refuse(transportProblem("NOT_FOUND"));
    if (request.method !== "GET") {
      return attempt.refuse(transportProblem("METHOD_NOT_ALLOWED", { headers: { allow: "GET" } }));
    }
    const invalid = checkHandshake(request);
    if (invalid !== undefined) {
      return attempt.refuse(
        transportProblem(invalid, { headers: { "sec-websocket-version": "13" } }),
      );
    }
    const { route } = match.row;
    void attempt.admit(route, handshakeOf(request, match.params, state, id), head);
  });
}

/** A GET of a socket's path that asks for no socket: 426, with what to ask for. */
export function socketRows({ options }: ServerState): readonly ServedRow[] {
  const headers = { upgrade: "websocket" };
  const answer = problemReply(options.api.wire, transportProblem("UPGRADE_REQUIRED", { headers }));
  return options.sockets.map(({ path }) => ({
    method: "GET",
    path,
    operation: "socket",
    run: () => answer,
    limited: true,
  }));
}

/** One WebSocket handshake in progress. */
class UpgradeAttempt {
  readonly #state: ServerState;
  readonly #request: IncomingMessage;
  readonly #socket: Duplex;
  readonly #id: string | undefined;
  readonly #startedAt: number;
  #route: string | null = null;

  constructor(
    state: ServerState,
    request: IncomingMessage,
    socket: Duplex,
    id: string | undefined,
  ) {
    this.#state = state;
    this.#request = request;
    this.#socket = socket;
    this.#id = id;
    this.#startedAt = state.options.clock.monotonic();
    // Node takes its own listener off before it hands the socket over.
    socket.on("error", destroyIt);
  }

  /** Never rejects. */
  async admit(route: SocketRoute, handshake: Handshake, head: Buffer): Promise<void> {
    this.#route = route.path;
    try {
      await route.authorize?.(handshake);
      if (this.#state.draining) return this.refuse(transportProblem("DRAINING"));
      if (this.#socket.destroyed) return;
      this.#logOpened();
      this.#state.metrics?.socketOpened(route.path, this.#socket);
      route.accept({ handshake, request: this.#request, socket: this.#socket, head });
      this.#socket.off("error", destroyIt);
    } catch (error) {
      if (isProblem(error)) return this.refuse(this.#throttled(error, handshake));
      this.#state.options.logger.error({ ...this.#facts(500), err: error }, "socket failed");
      this.#state.metrics?.socketRefused(this.#route, 500);
      this.#end(transportProblem("INTERNAL_ERROR"));
    }
  }

  /** The refusal of a wrong key, or of one wrong key too many. */
  #throttled(problem: Problem, handshake: Handshake): Problem {
    const check = createWrongKeyCheck(this.#state.options.wrongKeys);
    const retryAfterSeconds = check?.(handshake, problem.status, "socket");
    if (retryAfterSeconds === undefined) return problem;
    return transportProblem("RATE_LIMITED", { retryAfterSeconds });
  }

  refuse(problem: Problem): void {
    this.#state.options.logger.info(this.#facts(problem.status), "socket refused");
    this.#state.metrics?.socketRefused(this.#route, problem.status);
    this.#end(problem);
  }

  #end(problem: Problem): void {
    const { api, securityHeaders } = this.#state.options;
    const constant = securityHeaders ? [...SECURITY_HEADERS] : [];
    if (this.#id !== undefined) constant.push("X-Request-Id", this.#id);
    if (!this.#socket.writable) return;
    this.#socket.once("finish", () => this.#socket.destroy());
    this.#socket.end(problemMessage(api.wire, problem, constant));
  }

  #logOpened(): void {
    const { logger } = this.#state.options;
    logger.info(this.#facts(101), "socket opened");
    this.#socket.once("close", () => logger.info(this.#facts(101), "socket closed"));
  }

  #facts(status: number): Record<string, unknown> {
    const ms = Math.round((this.#state.options.clock.monotonic() - this.#startedAt) * 1000) / 1000;
    return { route: this.#route, status, ms, id: this.#id };
  }
}

function destroyIt(this: Duplex): void {
  this.destroy();
}

function handshakeOf(
  request: IncomingMessage,
  params: Readonly<Record<string, string>>,
  { options }: ServerState,
  id: string | undefined,
): Handshake {
  return {
    params,
    search: parseTarget(request).search,
    headers: request.headers,
    rawHeaderNames: () => request.rawHeaders.filter((_, at) => at % 2 === 0),
    clientAddress: clientAddress(request, options.trustProxy) || undefined,
    isLocal: isLocalCaller(request, options.trustProxy),
    requestId: id,
  };
}
