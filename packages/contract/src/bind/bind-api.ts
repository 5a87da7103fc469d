/** Joins a route table with what implements it: the result runs on node:http, fetch and msw alike. */

import * as z from "zod";

import { anyApi, anyFunction, checkGiven } from "../check-given.ts";
import { ContractError } from "../errors.ts";
import type { Problem } from "../problem.ts";
import type { Api, Routes } from "../route/api.ts";
import { checkApi } from "../route/check-api.ts";
import type { CompiledRoute } from "../route/exchange.ts";
import type { Method, Route } from "../route/route.ts";
import { challengeOf, compileGate, type Authenticate } from "./authenticate.ts";
import { compileRoute, type AnyHandler } from "./compile-route.ts";
import type { Handlers } from "./handlers.ts";

/** One route of an API, ready to be mounted. */
export interface BoundRoute {
  /** The operation id. */
  readonly key: string;
  /** HTTP method. */
  readonly method: Method;
  /** Base path and path, with `:name` parameters. */
  readonly path: string;
  /** The route as the API declares it. */
  readonly route: Route;
  /** Answers a request; see {@link CompiledRoute}. */
  readonly run: CompiledRoute;
}

/** Options of {@link bindApi}. */
export interface BindOptions<Identity = undefined> {
  /**
   * Judges the credential of a route with security, before anything else of the request is looked at.
   * Required unless every scheme in use is optional; giving it enforces the optional ones too.
   */
  readonly authenticate?: Authenticate<Identity>;
  /** Checks every answer against the contract, at the cost of a parse: for tests. Default false. */
  readonly validateResponses?: boolean;
  /** Turns the errors of a core into problems; what it does not know becomes a 500. */
  readonly translate?: (error: unknown) => Problem | undefined;
  /** Told of every fault that became a 500, whose caller learns nothing of it. Must not throw. */
  readonly onError?: (error: unknown, call: { key: string; requestId: string | undefined }) => void;
  /** Nesting of a JSON body. Default 64. */
  readonly maxJsonDepth?: number;
  /**
   * Names the known field that is nearest to an unknown one, in a sentence with a space before it; empty when none is
   * near. It ends the refusal of an unknown field. Default: no sentence.
   */
  readonly nameHint?: (word: string, known: readonly string[]) => string;
}

/**
 * One bound route for each of the API's, in its order.
 *
 * @throws ContractError API_INVALID, ARGUMENT_INVALID, HANDLER_MISSING, AUTHENTICATE_MISSING
 */
export function bindApi<R extends Routes, Identity = undefined>(
  api: Api<R>,
  handlers: Handlers<R, Identity>,
  options: BindOptions<Identity> = {},
): readonly BoundRoute[] {
  checkGiven("bindApi", "api", anyApi, api);
  checkGiven("bindApi", "handlers", anyHandlers, handlers);
  checkGiven("bindApi", "options", anyOptions, options);
  checkApi(api);
  return Object.entries<Route>(api.routes).map(([key, route]) => {
    const handler = (handlers as Readonly<Record<string, AnyHandler | undefined>>)[key];
    if (handler === undefined) {
      throw new ContractError("HANDLER_MISSING", `${api.id}: give a handler for "${key}"`);
    }
    const gate = compileGate(api, key, route, options.authenticate);
    return {
      key,
      method: route.definition.method,
      path: api.basePath + route.definition.path,
      route,
      run: compileRoute({
        key,
        wire: api.wire,
        route: route.definition,
        handler,
        gate,
        challenge: challengeOf(api, route),
        options,
      }),
    };
  });
}

const anyHandlers = z.record(z.string(), anyFunction);

const anyOptions = z.strictObject({
  authenticate: anyFunction.optional(),
  validateResponses: z.boolean().optional(),
  translate: anyFunction.optional(),
  onError: anyFunction.optional(),
  maxJsonDepth: z.int().min(1).max(1000).optional(),
  nameHint: anyFunction.optional(),
});
