/** One request and its response on node:http, seen as the contract's neutral `Incoming`. */

import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";

import type { Incoming } from "@bourse/contract";

import { cameByHttps } from "../caller/came-by-https.ts";
import { clientAddress } from "../caller/client-address.ts";
import { isLocalCaller } from "../caller/local-caller.ts";
import { trustNobody, type TrustProxy } from "../caller/trust-proxy.ts";
import { readBody } from "./read-body.ts";

/** Everything is read on demand: a route that needs no headers never has them built. */
export class NodeExchange implements Incoming {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId?: string;
  params: Readonly<Record<string, string>> = NO_PARAMS;
  search = "";
  /** The path template of the matched route, null before and without a match. */
  route: string | null = null;
  /** Operation id of the matched route, or the name of a row that is none; null before and without a match. */
  operation: string | null = null;
  /** True once the reply is a stream that ends only when somebody ends it. */
  isEndless = false;
  /** Id of the trace that the request belongs to; undefined where nothing is traced. */
  traceId: string | undefined = undefined;
  /** The error behind a 500, for the log. */
  failure: unknown = undefined;
  /** Hands the request on to the application around this one; undefined on a server of its own. */
  passOn: (() => void) | undefined = undefined;
  /** True once the request was handed on: then it is not this server's to log. */
  isPassedOn = false;
  readonly #trustProxy: TrustProxy;
  #abort: AbortController | undefined;

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string | undefined,
    trustProxy: TrustProxy = trustNobody,
  ) {
    this.request = request;
    this.response = response;
    this.#trustProxy = trustProxy;
    if (requestId !== undefined) this.requestId = requestId;
  }

  get method(): string {
    return this.request.method ?? "GET";
  }

  get headers(): IncomingHttpHeaders {
    return this.request.headers;
  }

  /** Undefined when the connection is gone. */
  get clientAddress(): string | undefined {
    return clientAddress(this.request, this.#trustProxy) || undefined;
  }

  get isSecure(): boolean {
    return cameByHttps(this.request, this.#trustProxy);
  }

  get isLocal(): boolean {
    return isLocalCaller(this.request, this.#trustProxy);
  }

  rawHeaderNames(): readonly string[] {
    return this.request.rawHeaders.filter((_, index) => index % 2 === 0);
  }

  body(limit: number): Promise<Uint8Array> {
    return readBody(this.request, this.response, limit);
  }

  /** Aborted when the connection closes before the reply is complete. */
  get signal(): AbortSignal {
    this.#abort ??= this.#abortOnClose();
    return this.#abort.signal;
  }

  #abortOnClose(): AbortController {
    const controller = new AbortController();
    const { response } = this;
    const abort = (): void => {
      if (!response.writableFinished) controller.abort();
    };
    if (response.destroyed) abort();
    else response.once("close", abort);
    return controller;
  }
}

const NO_PARAMS: Readonly<Record<string, string>> = Object.freeze({});
