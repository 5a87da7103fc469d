/**
 * Closing a connection whose request body nobody reads.
 *
 * Closing a socket with unread bytes in it sends a reset, and a reset can overtake the reply: the caller would see
 * "connection reset" instead of the 413. So the reply goes out whole, and what still arrives is thrown away for a
 * while before the connection ends (RFC 9112 section 9.6).
 */

import type { IncomingMessage, ServerResponse } from "node:http";

const LINGER_MILLISECONDS = 2000;
const LINGER_BYTES = 64 * 1024 * 1024;
/** Up to this length Node reads an unread body away and keeps the connection. */
const SWALLOWED_BYTES = 64 * 1024;

/** Ends `response`, whose head is sent, once the caller has sent all, has sent 64 MiB more, or 2 s have passed. */
export function endAfterDiscarding(
  request: IncomingMessage,
  response: ServerResponse,
  body: string | Uint8Array | undefined,
): void {
  if (body === undefined) response.flushHeaders();
  else response.write(body);
  let discarded = 0;
  const finish = (): void => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(finish, LINGER_MILLISECONDS);
  timer.unref();
  request.on("data", (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > LINGER_BYTES) finish();
  });
  request.once("end", finish);
  request.once("close", finish);
  request.resume();
}

/** True when the rest of the body of `request` is too long to read and discard, so that the connection must end. */
export function hasUnreadBody(request: IncomingMessage): boolean {
  const { method } = request;
  if (method === "GET" || method === "HEAD" || request.complete) return false;
  const { "content-length": length, "transfer-encoding": coding, expect } = request.headers;
  if (coding !== undefined) return true;
  return length !== undefined && (expect !== undefined || Number(length) > SWALLOWED_BYTES);
}
