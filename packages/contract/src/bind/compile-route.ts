/**
 * Compiles one route into a function from a neutral request to a neutral reply.
 *
 * The stages stand in their order: credential, path, query, headers, body, handler, reply. A stage that need not
 * wait makes no promise.
 */

import { isProblem } from "../problem.ts";
import type { CompiledRoute, Incoming, Outgoing } from "../route/exchange.ts";
import type { RouteDefinition } from "../route/route.ts";
import type { WireFormat } from "../wire/wire-format.ts";
import type { Gate } from "./authenticate.ts";
import { compileFailure, type FailureOptions } from "./failure.ts";
import type { HandlerContext } from "./handlers.ts";
import { linkNext } from "./link-next.ts";
import { notModified } from "./not-modified.ts";
import { compileBody, type BodyOptions } from "./read-body.ts";
import { compileHeaders, compileParams, compileQuery } from "./read-parts.ts";
import { compileSuccess } from "./success.ts";

/** A handler with its types taken off; the table that it came from has checked them. */
export type AnyHandler = (input: never, context: HandlerContext<never>) => unknown;

export interface RouteParts {
  readonly key: string;
  readonly wire: WireFormat;
  readonly route: RouteDefinition;
  readonly handler: AnyHandler;
  readonly gate: Gate;
  readonly challenge: string;
  readonly options: FailureOptions & BodyOptions & { readonly validateResponses?: boolean };
}

export function compileRoute(parts: RouteParts): CompiledRoute {
  const { key, wire, route, gate, options } = parts;
  const handler = parts.handler as (input: unknown, context: unknown) => unknown;
  const params = compileParams(route.params, wire);
  const query = compileQuery(route, wire);
  const headers = compileHeaders(route, wire);
  const body = compileBody(route, wire, options);
  const succeed = compileSuccess(key, route, wire, options.validateResponses === true);
  const fail = compileFailure(key, wire, parts.challenge, options);

  const call = (incoming: Incoming, identity: unknown): Outgoing | Promise<Outgoing> => {
    const input = {
      params: params(incoming),
      query: query(incoming),
      headers: headers(incoming),
      body: undefined as unknown,
    };
    const context = new CallContext(key, identity, incoming);
    if (route.conditional === true) {
      return settle(handler(input, context), (result) => notModified(incoming, succeed(result)));
    }
    if (route.pages !== undefined) {
      return settle(handler(input, context), (result) =>
        linkNext(incoming, result, succeed(result)),
      );
    }
    if (body === undefined) return settle(handler(input, context), succeed);
    return body(incoming).then((value) => {
      input.body = value;
      return settle(handler(input, context), succeed);
    });
  };

  const admit = (incoming: Incoming, identity: unknown): Outgoing | Promise<Outgoing> =>
    isProblem(identity) ? fail(identity, incoming) : call(incoming, identity);

  return (incoming) => {
    try {
      const identity = gate?.(incoming);
      const outgoing = isPromise(identity)
        ? identity.then((known) => admit(incoming, known))
        : admit(incoming, identity);
      return isPromise(outgoing)
        ? outgoing.catch((error: unknown) => fail(error, incoming))
        : outgoing;
    } catch (error) {
      return fail(error, incoming);
    }
  };
}

/** Reads the exchange only when asked: a transport has to watch its connection to give a signal. */
class CallContext implements HandlerContext<unknown> {
  readonly key: string;
  readonly identity: unknown;
  readonly #incoming: Incoming;

  constructor(key: string, identity: unknown, incoming: Incoming) {
    this.key = key;
    this.identity = identity;
    this.#incoming = incoming;
  }

  get requestId(): string | undefined {
    return this.#incoming.requestId;
  }

  get clientAddress(): string | undefined {
    return this.#incoming.clientAddress;
  }

  get userAgent(): string | undefined {
    const value = this.#incoming.headers["user-agent"];
    return typeof value === "string" ? value : undefined;
  }

  get host(): string | undefined {
    const value = this.#incoming.headers["host"];
    return typeof value === "string" ? value : undefined;
  }

  get signal(): AbortSignal | undefined {
    return this.#incoming.signal;
  }
}

function settle(
  result: unknown,
  succeed: (result: unknown) => Outgoing,
): Outgoing | Promise<Outgoing> {
  return isPromise(result) ? result.then(succeed) : succeed(result);
}

function isPromise(value: unknown): value is Promise<unknown> {
  return value instanceof Promise;
}
