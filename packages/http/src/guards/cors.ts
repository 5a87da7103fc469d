/** Cross-origin calls from browsers, for the origins named and no others; without credentials. */

import type { IncomingMessage, ServerResponse } from "node:http";

import cors from "cors";

import { isLoopbackOrigin, LOOPBACK_ORIGINS } from "../caller/loopback-origins.ts";

/** Sets the headers of one reply; `answered` when the request was a preflight and has its reply. */
export type Cors = (request: IncomingMessage, response: ServerResponse) => "answered" | "continue";

/** Seconds a browser may keep a preflight's answer. */
const MAX_AGE_SECONDS = 600;

/** Undefined without origins: then no reply carries a CORS header. */
export function createCors(origins: readonly string[]): Cors | undefined {
  if (origins.length === 0) return undefined;
  const admitsLoopback = origins.includes(LOOPBACK_ORIGINS);
  const apply = cors({
    origin: origins.includes("*")
      ? "*"
      : (origin, answer) =>
          answer(
            null,
            origin !== undefined &&
              (origins.includes(origin) || (admitsLoopback && isLoopbackOrigin(origin))),
          ),
    methods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
    allowedHeaders: [
      "Authorization",
      "Content-Type",
      "Idempotency-Key",
      "If-Match",
      "If-None-Match",
      "Last-Event-ID",
      "Traceparent",
      "Tracestate",
      "X-API-Key",
      "X-Request-Id",
    ],
    exposedHeaders: [
      "ETag",
      "Link",
      "Retry-After",
      "WWW-Authenticate",
      "X-Error-Code",
      "X-Request-Id",
      "X-Total-Count",
    ],
    maxAge: MAX_AGE_SECONDS,
  });
  return (request, response) => {
    // An OPTIONS without the preflight's header is an ordinary question for the allowed methods.
    const isPreflight = request.headers["access-control-request-method"] !== undefined;
    if (request.method === "OPTIONS" && !isPreflight) return "continue";
    let outcome: "answered" | "continue" = "answered";
    apply(request, response, () => {
      outcome = "continue";
    });
    return outcome;
  };
}
