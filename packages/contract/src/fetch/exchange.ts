/** Converts fetch's Request and Response to the neutral shapes of a compiled route, and back. */

import type { BoundRoute } from "../bind/bind-api.ts";
import type { Incoming, Outgoing } from "../route/exchange.ts";
import { bodyTooLarge } from "./refusals.ts";

/** Runs a bound route on a fetch request whose path has been matched; its caller's address is unknown by default. */
export async function runOnRequest(
  route: BoundRoute,
  request: Request,
  params: Readonly<Record<string, string>>,
  clientAddress?: string,
): Promise<Outgoing> {
  const incoming: Incoming = {
    method: request.method,
    params,
    search: new URL(request.url).search,
    headers: Object.fromEntries(request.headers),
    body: (limit) => readLimited(request, limit),
    signal: request.signal,
    clientAddress,
    requestId: request.headers.get("x-request-id") ?? undefined,
  };
  return await route.run(incoming);
}

/** A reply as a Response. */
export function toResponse(outgoing: Outgoing): Response {
  const body = outgoing.body as ConstructorParameters<typeof Response>[0];
  const { status, headers, cookies = [] } = outgoing;
  const response = new Response(body ?? null, { status, headers });
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}

/** Stops reading at the first byte past `limit`. */
async function readLimited(request: Request, limit: number): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw bodyTooLarge();
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.length;
    if (size > limit) throw bodyTooLarge();
    chunks.push(chunk);
  }
  return concat(chunks, size);
}

function concat(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
