/** A request and a reply without a transport: what a compiled route takes and gives, on node:http, fetch and msw alike. */

export interface Incoming {
  readonly method: string;
  /** Path parameters, percent-decoded by the router. */
  readonly params: Readonly<Record<string, string>>;
  /** The query with its question mark, or the empty string. */
  readonly search: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Header names as they came over the wire, where the transport keeps them. */
  readonly rawHeaderNames?: () => readonly string[];
  /**
   * The body as bytes, at most `limit` of them.
   * @throws Problem BODY_TOO_LARGE when there are more.
   */
  readonly body: (limit: number) => Promise<Uint8Array>;
  /** Aborted when the caller has gone. */
  readonly signal?: AbortSignal;
  /** From X-Request-Id or made by the server. */
  readonly requestId?: string;
}

export interface Outgoing {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** undefined: no body. */
  readonly body: string | Uint8Array | ReadableStream<Uint8Array> | undefined;
}

/** One route, ready: never rejects; every fault has become a reply of the API's documented shape. */
export type CompiledRoute = (incoming: Incoming) => Promise<Outgoing>;
