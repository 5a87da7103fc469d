/**
 * A request and a reply without a transport: what a compiled route takes and gives, on node:http, fetch and msw alike.
 */

export interface Incoming {
  /** HTTP method in capitals. */
  readonly method: string;
  /** Path parameters, percent-decoded by the router. */
  readonly params: Readonly<Record<string, string>>;
  /** The query with its question mark, or the empty string. */
  readonly search: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Header names as they came over the wire, where the transport keeps them. */
  readonly rawHeaderNames?: (() => readonly string[]) | undefined;
  /**
   * The body as bytes, at most `limit` of them; empty when there is none. Read at most once.
   * @throws Problem BODY_TOO_LARGE when there are more.
   */
  readonly body: (limit: number) => Promise<Uint8Array>;
  /** The caller's address, where the transport knows it; behind trusted proxies the one that they vouch for. */
  readonly clientAddress?: string | undefined;
  /** True when the caller came by HTTPS, where the transport knows it; behind trusted proxies as they report. */
  readonly isSecure?: boolean | undefined;
  /**
   * True when a program on the server's own machine calls it directly: from a loopback address, through no proxy, for
   * no foreign web page and, where the system tells, as the server's own account or as root. Undefined where the
   * transport does not know, which counts as false.
   */
  readonly isLocal?: boolean | undefined;
  /** Aborted when the caller has gone. */
  readonly signal?: AbortSignal | undefined;
  /** Id of the request: the header X-Request-Id, or one made by the server. */
  readonly requestId?: string | undefined;
}

/** A reply without a transport. */
export interface Outgoing {
  /** HTTP status. */
  readonly status: number;
  /** Lower-case names. The same frozen object for every plain JSON success: a transport may key on it. */
  readonly headers: Readonly<Record<string, string>>;
  /** Values of the headers `Set-Cookie`. Default: none. */
  readonly cookies?: readonly string[];
  /** undefined: no body. */
  readonly body: string | Uint8Array | ReadableStream<Uint8Array> | undefined;
}

/**
 * One route, ready. It never throws and never rejects: every fault has become a reply of the API's documented
 * shape. It answers at once, without a promise, when nothing it calls has to wait.
 */
export type CompiledRoute = (incoming: Incoming) => Outgoing | Promise<Outgoing>;
