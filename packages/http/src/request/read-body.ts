/** Reads a request body into memory, never more of it than its route allows. */

import type { IncomingMessage, ServerResponse } from "node:http";

import rawBody from "raw-body";

import { transportProblem } from "./transport-problem.ts";

const EMPTY = new Uint8Array(0);

/**
 * The body as bytes, at most `limit` of them; an announced length over the limit is refused before a byte is read.
 *
 * A caller that waits for `100 Continue` gets it here, so a request that is refused earlier never sends its body.
 *
 * @throws Problem BODY_TOO_LARGE (413), BODY_INCOMPLETE (400)
 */
export async function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  limit: number,
): Promise<Uint8Array> {
  const { "content-length": length, "transfer-encoding": coding, expect } = request.headers;
  if (length === undefined && coding === undefined) return EMPTY;
  if (Number(length) > limit) throw transportProblem("BODY_TOO_LARGE");
  if (expect !== undefined && request.httpVersion === "1.1") response.writeContinue();
  try {
    return await rawBody(request, { limit, length: length ?? null });
  } catch (error) {
    throw transportProblem(isTooLarge(error) ? "BODY_TOO_LARGE" : "BODY_INCOMPLETE");
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && (error as { type?: unknown }).type === "entity.too.large";
}
