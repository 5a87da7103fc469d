/** What implements a route: a function of a validated request. */

import type { Routes } from "../route/api.ts";
import type { HandlerInput, HandlerResult, TypesOf } from "../route/call-types.ts";
import type { RouteTypes } from "../route/route.ts";

/** What a handler may know about the call beside its input. */
export interface HandlerContext<Identity = undefined> {
  /** The operation id. */
  readonly key: string;
  /** What `authenticate` resolved to; undefined on a route without security. */
  readonly identity: Identity;
  readonly requestId: string | undefined;
  /** The caller's address, where the transport knows it. */
  readonly clientAddress: string | undefined;
  /** What the caller says that it is; anything may stand there. */
  readonly userAgent: string | undefined;
  /** Aborted when the caller has gone, where the transport tells. */
  readonly signal: AbortSignal | undefined;
}

/** Answers data, or a `reply` with its status. May throw a Problem, or anything that `translate` knows. */
export type Handler<T extends RouteTypes, Identity = undefined> = (
  input: HandlerInput<T>,
  context: HandlerContext<Identity>,
) => HandlerResult<T> | Promise<HandlerResult<T>>;

/** One handler a route. */
export type Handlers<R extends Routes, Identity = undefined> = {
  readonly [K in keyof R]: Handler<TypesOf<R[K]>, Identity>;
};
