/** Calls of pages on other origins: any may call a mock, which has no secret, and those of this machine control it. */

import type { IncomingMessage, ServerResponse } from "node:http";

import { isLoopback } from "@bourse/kernel";
import cors, { type CorsOptions } from "cors";

/** Seconds that a browser may keep a preflight's answer. */
const MAX_AGE_SECONDS = 600;

const COMMON: CorsOptions = { exposedHeaders: "*", maxAge: MAX_AGE_SECONDS };

const forAll = cors({ ...COMMON, origin: "*" });

const forThisMachine = cors({
  ...COMMON,
  origin: (origin, decide) => decide(null, origin !== undefined && isOfThisMachine(origin)),
});

/** Sets the headers that let a page on another origin read the answer. Returns true for a preflight, once answered. */
export function answerPreflight(
  request: IncomingMessage,
  response: ServerResponse,
  isControl: boolean,
): boolean {
  // An OPTIONS without the preflight's header is an ordinary question for the allowed methods.
  const isPreflight = request.headers["access-control-request-method"] !== undefined;
  if (request.method === "OPTIONS" && !isPreflight) return false;
  let isAnswered = true;
  (isControl ? forThisMachine : forAll)(request, response, () => {
    isAnswered = false;
  });
  return isAnswered;
}

function isOfThisMachine(origin: string): boolean {
  const { hostname = "" } = URL.parse(origin) ?? {};
  return isLoopback(hostname) || hostname.endsWith(".localhost");
}
