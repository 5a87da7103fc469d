/** Answers of the routes in a host's own application: by fetch, by node:http, and the guard of Express. */

import type { Identity } from "@bourse/auth-core";
import { type BoundRoute, createRouteTable, serveFetch } from "@bourse/contract";
import { authApi } from "@bourse/contract/auth";
import { KernelError } from "@bourse/kernel";

import {
  addressOf,
  type NodeRequest,
  type NodeResponse,
  pathOf,
  requestOf,
  sendResponse,
} from "../host/node-message.ts";
import {
  type JudgeRequest,
  NOT_KEPT,
  refusalOf,
  type RequestFacts,
  type TellFault,
} from "./admit-request.ts";

/** Hands a request on to what stands behind a middleware. */
export type Next = () => void;

/** Address of a caller, as a framework knows it. */
export type CallerFacts = Pick<RequestFacts, "clientAddress">;

/** The routes as functions. */
export interface RouteAnswers {
  /**
   * Answers a request to the API; 404 for every other path. Never rejects. Pass the address of the caller as your
   * framework knows it: throttles count by it.
   */
  readonly fetch: (request: Request, facts?: CallerFacts) => Promise<Response>;
  /**
   * Answers a request of node:http: `app.use(auth.node)` in Express, where paths that are not of the API go on to the
   * next handler; without one they get 404. The address of the caller is what Express knows, else the connection's.
   */
  readonly node: (
    request: NodeRequest,
    response: NodeResponse,
    next?: Next,
    facts?: CallerFacts,
  ) => Promise<void>;
}

/** Middleware for Express over a judgement of requests. */
export interface ExpressGuard<Name extends string> {
  /** Middleware that answers whoever lacks the permission. */
  readonly guard: (
    permission: Name,
  ) => (request: NodeRequest, response: NodeResponse, next: Next) => Promise<void>;
  /** Caller whom `guard` has admitted. @throws KernelError ARGUMENT_INVALID for a request that it has not seen */
  readonly callerOf: (request: NodeRequest) => Identity<Name>;
}

/** The bound routes, to be called. */
export function routeAnswers(routes: readonly BoundRoute[], onError: TellFault): RouteAnswers {
  const table = createRouteTable(routes);
  const addresses = new WeakMap<Request, string>();
  const clientAddress = (request: Request): string | undefined => addresses.get(request);
  const serve = serveFetch(authApi.wire, routes, { clientAddress });
  const answer = async (request: Request, address: string | undefined): Promise<Response> => {
    if (address !== undefined) addresses.set(request, address);
    const response = await serve(request);
    for (const [name, value] of Object.entries(NOT_KEPT)) {
      if (!response.headers.has(name)) response.headers.set(name, value);
    }
    return response;
  };
  return {
    fetch: (request, facts) => answer(request, facts?.clientAddress),
    node: async (message, response, next, facts) => {
      if (next !== undefined && table.allowed(pathOf(message)).length === 0) return next();
      const address = facts?.clientAddress ?? addressOf(message);
      const answered = await asked(() => requestOf(message))
        .then((request) => answer(request, address))
        .catch((error: unknown) => refusalOf(error, "node", onError));
      await sendResponse(answered, response);
    },
  };
}

const asked = async (make: () => Request): Promise<Request> => make();

/** The guard of Express over `judge`. */
export function expressGuard<Name extends string>(judge: JudgeRequest<Name>): ExpressGuard<Name> {
  const callers = new WeakMap<NodeRequest, Identity<Name>>();
  return {
    guard: (permission) => async (message, response, next) => {
      const admission = await judge(message, permission);
      if (!admission.ok) return await sendResponse(admission.refusal, response);
      callers.set(message, admission.caller);
      next();
    },
    callerOf: (message) => {
      const caller = callers.get(message);
      if (caller !== undefined) return caller;
      throw new KernelError("ARGUMENT_INVALID", "auth.guard has admitted no such request.");
    },
  };
}
