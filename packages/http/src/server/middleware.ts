import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * A handler as Polka, Connect and Express know it. It answers the request, or calls `next` to hand it on: without an
 * argument to the next handler, with one as an error. Throwing or rejecting counts as `next(error)`.
 */
export type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => unknown;
