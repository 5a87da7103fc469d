/** Writes a route's reply to the wire in as few steps as node:http allows. */

import type { ServerResponse } from "node:http";

import type { Outgoing } from "@bourse/contract";

import { endAfterDiscarding } from "./linger.ts";
import type { NodeExchange } from "./node-exchange.ts";
import type { Streams } from "./streams.ts";

/** What the server adds to a reply. */
export interface ReplyFrame {
  /** Names and values that every reply carries. */
  readonly constant: readonly string[];
  /** Sent when the route names no `cache-control` of its own. */
  readonly cacheControl: readonly string[];
  /** The connection ends with this reply. */
  readonly closing: boolean;
  /** The request's body is under way and nobody reads it; only with `closing`. */
  readonly unread: boolean;
  readonly streams: Streams;
}

/**
 * Sends `reply`; resolves when it is handed to the socket, for a stream when its last piece is.
 *
 * A caller that has gone is no fault: the rest is dropped. A stream that fails midway cuts the connection, so that
 * the caller can't take half an answer for a whole one.
 */
export function sendReply(
  exchange: NodeExchange,
  reply: Outgoing,
  frame: ReplyFrame,
): Promise<void> | undefined {
  const { response } = exchange;
  const { body } = reply;
  if (response.headersSent || response.destroyed) {
    return body instanceof ReadableStream ? body.cancel() : undefined;
  }
  const headers = rawHeaders(exchange, reply, frame);
  if (body instanceof ReadableStream)
    return sendStream(exchange, reply.status, headers, body, frame);
  if (body === undefined) return sendEmpty(response, reply.status, headers);
  const length = typeof body === "string" ? Buffer.byteLength(body) : body.byteLength;
  headers.push("Content-Length", String(length));
  response.writeHead(reply.status, headers);
  if (frame.unread) endAfterDiscarding(exchange.request, response, body);
  else response.end(body);
  return undefined;
}

function rawHeaders(exchange: NodeExchange, reply: Outgoing, frame: ReplyFrame): string[] {
  const headers = frame.constant.slice();
  let cached = false;
  for (const name in reply.headers) {
    headers.push(name, reply.headers[name] ?? "");
    cached ||= name === "cache-control";
  }
  if (!cached) headers.push(...frame.cacheControl);
  if (exchange.requestId !== undefined) headers.push("X-Request-Id", exchange.requestId);
  if (frame.closing) headers.push("Connection", "close");
  return headers;
}

function sendEmpty(response: ServerResponse, status: number, headers: string[]): undefined {
  // RFC 9110 section 8.6: 1xx and 204 carry no Content-Length; 304 need not.
  if (status !== 204 && status !== 304) headers.push("Content-Length", "0");
  response.writeHead(status, headers);
  response.end();
}

async function sendStream(
  { request, response }: NodeExchange,
  status: number,
  headers: string[],
  body: ReadableStream<Uint8Array>,
  frame: ReplyFrame,
): Promise<void> {
  response.writeHead(status, headers);
  if (request.method === "HEAD") {
    response.end();
    return body.cancel();
  }
  // The first event of a stream may be seconds away; the caller wants to know at once that it is open.
  response.flushHeaders();
  return frame.streams.pump(body, response, { endless: isEventStream(headers) });
}

function isEventStream(headers: readonly string[]): boolean {
  return headers.some((value) => value.startsWith("text/event-stream"));
}
