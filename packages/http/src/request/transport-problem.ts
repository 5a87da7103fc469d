/** Faults that arise before a route runs, spelled as Problems so that they leave in the API's own wire format. */

import { Problem, type ProblemInit } from "@bourse/contract";

/** Problems that arise between the socket and a route. */
export type TransportFault =
  | "BODY_INCOMPLETE"
  | "BODY_TOO_LARGE"
  | "DRAINING"
  | "EXPECTATION_FAILED"
  | "HANDSHAKE_INVALID"
  | "HEADERS_TOO_LARGE"
  | "HOST_INVALID"
  | "HOST_NOT_ALLOWED"
  | "INTERNAL_ERROR"
  | "METHOD_NOT_ALLOWED"
  | "NOT_FOUND"
  | "ORIGIN_NOT_ALLOWED"
  | "PATH_MALFORMED"
  | "RATE_LIMITED"
  | "REQUEST_MALFORMED"
  | "REQUEST_TIMEOUT"
  | "UPGRADE_REQUIRED"
  | "WEBSOCKET_VERSION";

const FAULTS: Readonly<Record<TransportFault, readonly [status: number, message: string]>> = {
  BODY_INCOMPLETE: [400, "the request body ended before its announced length"],
  BODY_TOO_LARGE: [413, "the request body is larger than this route accepts"],
  DRAINING: [503, "this server is going down; connect to another one"],
  EXPECTATION_FAILED: [417, "the only expectation this server meets is 100-continue"],
  HANDSHAKE_INVALID: [400, "the request is not a valid WebSocket handshake"],
  HEADERS_TOO_LARGE: [431, "the request headers are larger than this server accepts"],
  HOST_INVALID: [400, "a request needs exactly one Host header"],
  HOST_NOT_ALLOWED: [
    421,
    "this server does not answer for the host that the request names; its operator can add that name to ALLOWED_HOSTS",
  ],
  INTERNAL_ERROR: [500, "internal server error"],
  METHOD_NOT_ALLOWED: [405, "this path does not have that method"],
  NOT_FOUND: [404, "there is no such path"],
  ORIGIN_NOT_ALLOWED: [
    403,
    "this server does not take changes from that web page; its operator can add the page's origin to CORS_ORIGINS, where it has that setting",
  ],
  PATH_MALFORMED: [400, "the path holds a broken percent-encoding"],
  RATE_LIMITED: [429, "too many requests; wait before the next one"],
  REQUEST_MALFORMED: [400, "the request is not valid HTTP"],
  REQUEST_TIMEOUT: [408, "the request did not arrive in time"],
  UPGRADE_REQUIRED: [426, "this path is a WebSocket: connect with a WebSocket client"],
  WEBSOCKET_VERSION: [426, "the one WebSocket version that this server speaks is 13"],
};

/** The Problem that stands for `fault`, with its status and a sentence that gives nothing away. */
export function transportProblem(
  fault: TransportFault,
  extra: Pick<ProblemInit, "retryAfterSeconds" | "headers"> = {},
): Problem {
  const [status, message] = FAULTS[fault];
  return new Problem({ code: fault, status, message, ...extra });
}
