/** An answer of a fetch function over `node:http`. */

import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** Answers a request by `fetch` at `baseUrl`. Where `fetch` rejects, the connection breaks, as a fault wants it. */
export async function answerHttp(
  request: IncomingMessage,
  response: ServerResponse,
  baseUrl: string,
  fetch: (request: Request) => Promise<Response>,
): Promise<void> {
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const asked = requestOf(request, baseUrl, gone.signal);
  if (asked === undefined) {
    response.writeHead(400, { connection: "close" }).end();
    return;
  }
  try {
    await write(response, await fetch(asked));
  } catch {
    request.socket.resetAndDestroy();
  }
}

/** undefined for a target or a method that no `Request` can have. */
function requestOf(
  incoming: IncomingMessage,
  baseUrl: string,
  signal: AbortSignal,
): Request | undefined {
  const { method = "GET", url = "", rawHeaders } = incoming;
  if (!url.startsWith("/")) return undefined;
  const hasBody = method !== "GET" && method !== "HEAD";
  try {
    const headers = new Headers();
    for (let at = 0; at < rawHeaders.length; at += 2) {
      headers.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
    }
    const body = hasBody ? { body: Readable.toWeb(incoming), duplex: "half" as const } : {};
    return new Request(baseUrl + url, { method, headers, signal, ...body } as RequestInit);
  } catch {
    return undefined;
  }
}

async function write(response: ServerResponse, answer: Response): Promise<void> {
  const headers = new Headers(answer.headers);
  const cookies = headers.getSetCookie();
  headers.delete("set-cookie");
  // A fault may have shortened the body.
  headers.delete("content-length");
  response.setHeaders(headers);
  if (cookies.length > 0) response.setHeader("set-cookie", cookies);
  response.writeHead(answer.status);
  if (answer.body === null) {
    response.end();
    return;
  }
  response.flushHeaders();
  await pipeline(Readable.fromWeb(answer.body), response);
}
