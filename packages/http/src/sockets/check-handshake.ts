/** Checks of a request to open a WebSocket: RFC 6455 section 4.2.1. */

import type { IncomingMessage } from "node:http";

import type { TransportFault } from "../request/transport-problem.ts";

/** 16 random bytes in base64. */
const KEY = /^[+/0-9A-Za-z]{22}==$/;

/** The fault of a handshake, undefined when there is none. Method and path are not looked at. */
export function checkHandshake({ headers }: IncomingMessage): TransportFault | undefined {
  if (!isWebSocket(headers.upgrade)) return "HANDSHAKE_INVALID";
  if (!KEY.test(headers["sec-websocket-key"] ?? "")) return "HANDSHAKE_INVALID";
  return headers["sec-websocket-version"] === "13" ? undefined : "WEBSOCKET_VERSION";
}

/** True when an `Upgrade` header asks for a WebSocket; others, such as `h2c`, may be ignored (RFC 9110 section 7.8). */
export function isWebSocket(upgrade: string | undefined): boolean {
  return upgrade?.toLowerCase() === "websocket";
}
