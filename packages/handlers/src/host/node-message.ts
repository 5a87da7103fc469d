/** Requests and responses of node:http, and of frameworks over it such as Express, as those of fetch. */

import { Problem } from "@bourse/contract";

/** A request of node:http; Express and Fastify (`request.raw`) hand one on. */
export interface NodeRequest {
  /** HTTP method in capitals. */
  readonly method?: string | undefined;
  /** Path and query, of which a framework may have cut off the front. */
  readonly url?: string | undefined;
  /** Path and query as they came; Express keeps them here. */
  readonly originalUrl?: string | undefined;
  /** Headers by their name in small letters. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Connection of the request. */
  readonly socket: {
    /** IP address of the other end. */
    readonly remoteAddress?: string | undefined;
  };
  /** Address of the caller as Express knows it, behind the proxies that it trusts. */
  readonly ip?: string | undefined;
  /** True once somebody has read of the body. */
  readonly readableDidRead?: boolean | undefined;
  /** Body as a parser before this one has left it: a text, bytes, or a JSON value. */
  readonly body?: unknown;
  /** Path below which Express has mounted the router of the request. */
  readonly baseUrl?: string | undefined;
  /** Route that Express has found. */
  readonly route?: unknown;
  /** Chunks of the body. */
  [Symbol.asyncIterator](): AsyncIterator<unknown>;
}

/** A response of node:http, of which this much is used. */
export interface NodeResponse {
  /** True once somebody has answered, such as a time limit of the host. */
  readonly headersSent?: boolean | undefined;
  /** Writes the status and the headers. */
  writeHead(status: number, headers: Record<string, string | string[]>): unknown;
  /** Writes the body and ends the response. */
  end(body: Uint8Array): unknown;
}

/** The same request for a fetch handler. The host of its URL stands for none: no answer may depend on it. */
export function requestOf(message: NodeRequest): Request {
  const { method = "GET" } = message;
  if (FORBIDDEN.has(method)) throw noMethod();
  const headers = headersOf(message);
  const body = method === "GET" || method === "HEAD" ? undefined : bodyOf(message, headers);
  if (body === undefined) return new Request(urlOf(message), { method, headers });
  return new Request(urlOf(message), { method, headers, body, duplex: "half" });
}

/** Methods that fetch's standard forbids a request to have. */
const FORBIDDEN: ReadonlySet<string> = new Set(["CONNECT", "TRACE", "TRACK"]);

function noMethod(): Problem {
  const message = "this path does not have that method";
  return new Problem({ code: "METHOD_NOT_ALLOWED", status: 405, message });
}

/** Path of a request without its query. */
export function pathOf(message: NodeRequest): string {
  return urlOf(message).pathname;
}

/** Address of the caller; undefined when its connection is gone. */
export function addressOf({ ip, socket }: NodeRequest): string | undefined {
  return ip ?? socket.remoteAddress;
}

/** Name of the route that Express has found, such as `GET /notes/:id`; undefined where there is none. */
export function routeOf({ method = "GET", baseUrl = "", route }: NodeRequest): string | undefined {
  const { path } = (route ?? {}) as { readonly path?: unknown };
  return typeof path === "string" ? `${method} ${baseUrl}${path}` : undefined;
}

/** Writes the response of a fetch handler, unless somebody has answered before. */
export async function sendResponse(response: Response, target: NodeResponse): Promise<void> {
  const body = new Uint8Array(await response.arrayBuffer());
  if (target.headersSent === true) return;
  const headers: Record<string, string | string[]> = Object.fromEntries(response.headers);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) headers["set-cookie"] = cookies;
  target.writeHead(response.status, headers);
  target.end(body);
}

function urlOf({ originalUrl, url = "/" }: NodeRequest): URL {
  const target = originalUrl ?? url;
  // The absolute form is for proxies (RFC 9112, section 3.2.2); "*" names no path.
  const path = target.startsWith("/") ? target : target.replace(/^https?:\/\/[^/?#]*/i, "");
  return new URL(`http://localhost${path.startsWith("/") ? path : `/${path}`}`);
}

function headersOf({ headers }: NodeRequest): Headers {
  const copy = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (name.startsWith(":")) continue; // a pseudo-header of HTTP/2
    for (const one of [value ?? []].flat()) copy.append(name, one);
  }
  return copy;
}

/** The body; one that a parser has read before is written anew. */
function bodyOf(
  message: NodeRequest,
  headers: Headers,
): Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | undefined {
  if (!headers.has("content-length") && !headers.has("transfer-encoding")) return undefined;
  const { body, readableDidRead = false } = message;
  if (!readableDidRead) return streamOf(message);
  if (body === undefined) {
    throw new Error("Another reader took the body of this request: put Bourse before it.");
  }
  const isWritten = typeof body === "string" || body instanceof Uint8Array;
  const bytes = isWritten ? body : JSON.stringify(body);
  const whole = typeof bytes === "string" ? new TextEncoder().encode(bytes) : new Uint8Array(bytes);
  headers.delete("content-encoding");
  headers.delete("transfer-encoding");
  headers.set("content-length", String(whole.length));
  return whole;
}

/** A stream that leaves the connection open when its reader stops early: the refusal goes out over it. */
function streamOf(message: NodeRequest): ReadableStream<Uint8Array> {
  const chunks = message[Symbol.asyncIterator]();
  return new ReadableStream({
    pull: async (controller) => {
      try {
        const next = (await chunks.next()) as IteratorResult<Uint8Array>;
        if (next.done === true) controller.close();
        else controller.enqueue(next.value);
      } catch {
        controller.error(incomplete());
      }
    },
  });
}

function incomplete(): Problem {
  const message = "the request body ended before its announced length";
  return new Problem({ code: "BODY_INCOMPLETE", status: 400, message });
}
