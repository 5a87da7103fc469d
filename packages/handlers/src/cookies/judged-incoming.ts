/** A request with parts replaced. */

import type { Incoming } from "@bourse/contract";

type Parts = Partial<Pick<Incoming, "headers" | "body">>;

/** Reads the rest from the request when it is asked, as transports expect. */
export class JudgedIncoming implements Incoming {
  readonly headers: Incoming["headers"];
  readonly body: Incoming["body"];
  readonly rawHeaderNames: Incoming["rawHeaderNames"];
  readonly #incoming: Incoming;

  constructor(incoming: Incoming, { headers, body }: Parts) {
    this.#incoming = incoming;
    this.headers = headers ?? incoming.headers;
    this.body = body ?? ((limit) => incoming.body(limit));
    const { rawHeaderNames } = incoming;
    this.rawHeaderNames = rawHeaderNames && (() => rawHeaderNames.call(incoming));
  }

  get method(): string {
    return this.#incoming.method;
  }
  get params(): Incoming["params"] {
    return this.#incoming.params;
  }
  get search(): string {
    return this.#incoming.search;
  }
  get clientAddress(): string | undefined {
    return this.#incoming.clientAddress;
  }
  get isSecure(): boolean | undefined {
    return this.#incoming.isSecure;
  }
  get isLocal(): boolean | undefined {
    return this.#incoming.isLocal;
  }
  get signal(): AbortSignal | undefined {
    return this.#incoming.signal;
  }
  get requestId(): string | undefined {
    return this.#incoming.requestId;
  }
}
