/** Metrics of one HTTP server: requests, connections, event streams and WebSockets. */

import type { Duplex } from "node:stream";

import type { NodeExchange } from "../request/node-exchange.ts";
import type { Metrics } from "./metrics.ts";

/** Counting of what one server answers. */
export interface HttpMetrics {
  /** Counts a request when its reply is out or its caller has gone. */
  request(exchange: NodeExchange): void;
  /** Counts a WebSocket, and its closing. */
  socketOpened(route: string, socket: Duplex): void;
  /** Counts a refused WebSocket handshake. */
  socketRefused(route: string | null, status: number): void;
}

/** Values of the label `method`; any other method is `other`, because callers may invent them. */
const METHODS: ReadonlySet<string> = new Set([
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
]);

/** Value of the label `operation` for a request that no route has. */
const NO_OPERATION = "unknown";

/** Counts what the server of the API `api` answers; several servers of one process share the instruments. */
export function createHttpMetrics(
  metrics: Metrics,
  api: string,
  connections: { readonly size: number },
  monotonic: () => number,
): HttpMetrics {
  const labels = ["api", "operation", "method", "status"] as const;
  const count = metrics.counter({
    name: "bourse_http_requests_total",
    help: "Requests that were answered, or whose caller left before (status none).",
    labels,
  });
  const observe = metrics.histogram({
    name: "bourse_http_request_duration_seconds",
    help: "Time from the head of a request to the end of its reply, event streams left out.",
    labels,
  });
  const countSocket = metrics.counter({
    name: "bourse_websocket_handshakes_total",
    help: "WebSocket handshakes by outcome; status 101 was let in.",
    labels: ["api", "route", "status"],
  });
  let active = 0;
  const sockets = new Map<string, number>();
  const gauge = (name: string, help: string, read: () => number): void =>
    metrics.gauge({ name, help, labels: ["api"] }, (set) => set({ api }, read()));
  gauge("bourse_http_connections", "Open connections, WebSockets among them.", () => {
    return connections.size;
  });
  gauge("bourse_http_requests_active", "Requests being answered, event streams among them.", () => {
    return active;
  });
  metrics.gauge(
    { name: "bourse_websockets", help: "Open WebSockets.", labels: ["api", "route"] },
    (set) => {
      for (const [route, open] of sockets) set({ api, route }, open);
    },
  );

  return {
    request(exchange) {
      const startedAt = monotonic();
      active += 1;
      exchange.response.on("close", () => {
        active -= 1;
        if (exchange.isPassedOn) return;
        const { request, response, operation } = exchange;
        const method = request.method ?? "";
        const values = {
          api,
          operation: operation ?? NO_OPERATION,
          method: METHODS.has(method) ? method : "other",
          status: response.headersSent ? String(response.statusCode) : "none",
        };
        count(values);
        if (!exchange.isEndless) observe(values, (monotonic() - startedAt) / 1000);
      });
    },
    socketOpened(route, socket) {
      countSocket({ api, route, status: "101" });
      sockets.set(route, (sockets.get(route) ?? 0) + 1);
      socket.once("close", () => sockets.set(route, (sockets.get(route) ?? 1) - 1));
    },
    socketRefused: (route, status) =>
      countSocket({ api, route: route ?? NO_OPERATION, status: String(status) }),
  };
}
