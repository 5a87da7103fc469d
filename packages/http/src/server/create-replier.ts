/** Writes replies to the wire in as few steps as node:http allows. */

import { JSON_HEADERS, type Outgoing } from "@bourse/contract";

import type { NodeExchange } from "../request/node-exchange.ts";
import { endAfterDiscarding, hasUnreadBody } from "./linger.ts";
import type { ServerState } from "./server-state.ts";
import type { Streams } from "./streams.ts";

/**
 * Sends a reply. Returns undefined when it is handed to the socket already, for a stream a promise that resolves when
 * its last piece is. A caller that has gone is no fault: the reply is dropped.
 */
export type Replier = (exchange: NodeExchange, reply: Outgoing) => Promise<void> | undefined;

/**
 * A replier whose every reply carries `constant` (names and values in turn), and `cacheControl` where the route names
 * none of its own.
 */
export function createReplier(
  state: ServerState,
  constant: readonly string[],
  cacheControl: readonly string[],
): Replier {
  const { connections, streams } = state;
  // Two policies would both hold: a page's own one stands in place of that of data.
  const policyAt = constant.indexOf("Content-Security-Policy");
  const withoutPolicy = policyAt < 0 ? constant : constant.toSpliced(policyAt, 2);
  const framed = (headers: Outgoing["headers"]): string[] => {
    const own = Object.entries(headers).flat();
    const secured = "content-security-policy" in headers ? withoutPolicy : constant;
    return "cache-control" in headers
      ? [...secured, ...own]
      : [...secured, ...own, ...cacheControl];
  };
  const sendJson = createJsonSender(framed(JSON_HEADERS));
  return (exchange, reply) => {
    const { request, response, requestId } = exchange;
    const { body } = reply;
    if (response.headersSent || response.destroyed) {
      return body instanceof ReadableStream ? body.cancel() : undefined;
    }
    const unread = hasUnreadBody(request);
    const closing = unread || (state.draining && connections.isNewest(request.socket, response));
    if (reply.headers === JSON_HEADERS && typeof body === "string" && !closing) {
      sendJson(exchange, reply.status, body);
      return undefined;
    }
    const headers = framed(reply.headers);
    for (const cookie of reply.cookies ?? []) headers.push("Set-Cookie", cookie);
    if (requestId !== undefined) headers.push("X-Request-Id", requestId);
    if (closing) headers.push("Connection", "close");
    if (body instanceof ReadableStream) {
      return sendStream(exchange, reply.status, headers, body, streams);
    }
    sendWhole(exchange, reply.status, headers, body, unread);
    return undefined;
  };
}

/** Nearly every reply is JSON with the same headers but two: only those are filled in. */
function createJsonSender(
  framed: readonly string[],
): (exchange: NodeExchange, status: number, body: string) => void {
  const plain: readonly string[] = [...framed, "Content-Length", ""];
  const named: readonly string[] = [...plain, "X-Request-Id", ""];
  const lengthAt = plain.length - 1;
  const idAt = named.length - 1;
  return ({ response, requestId }, status, body) => {
    const length = Buffer.byteLength(body);
    const headers = requestId === undefined ? plain.slice() : named.slice();
    headers[lengthAt] = String(length);
    if (requestId !== undefined) headers[idAt] = requestId;
    response.writeHead(status, headers);
    response.end(body, encodingOf(body, length));
  };
}

/** A text with as many bytes as characters is ASCII, which Latin-1 writes without a conversion. */
const encodingOf = (body: string, bytes: number): BufferEncoding =>
  bytes === body.length ? "latin1" : "utf8";

function sendWhole(
  { request, response }: NodeExchange,
  status: number,
  headers: string[],
  body: string | Uint8Array | undefined,
  unread: boolean,
): void {
  const length = body === undefined ? 0 : Buffer.byteLength(body);
  // RFC 9110 section 8.6: 204 carries no Content-Length, and 304 need not.
  if (status !== 204 && status !== 304) headers.push("Content-Length", String(length));
  response.writeHead(status, headers);
  if (unread) endAfterDiscarding(request, response, body);
  else if (typeof body === "string") response.end(body, encodingOf(body, length));
  else response.end(body);
}

async function sendStream(
  exchange: NodeExchange,
  status: number,
  headers: string[],
  body: ReadableStream<Uint8Array>,
  streams: Streams,
): Promise<void> {
  const { request, response } = exchange;
  response.writeHead(status, headers);
  if (request.method === "HEAD") {
    response.end();
    return body.cancel();
  }
  // The first event of a stream may be seconds away; the caller wants to know at once that it is open.
  response.flushHeaders();
  const endless = headers.some((value) => value.startsWith("text/event-stream"));
  exchange.isEndless = endless;
  return streams.pump(body, response, { endless });
}
