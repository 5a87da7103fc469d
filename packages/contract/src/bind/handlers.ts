/** Implementation of a route: a function of a validated request. */

import type { Routes } from "../route/api.ts";
import type { HandlerInput, HandlerResult, TypesOf } from "../route/call-types.ts";
import type { RouteTypes } from "../route/route.ts";

/** Facts about a call beside its input. */
export interface HandlerContext<Identity = undefined> {
  /** The operation id. */
  readonly key: string;
  /** The identity that `authenticate` resolved to; undefined on a route without security. */
  readonly identity: Identity;
  /** Id of the request, where the transport has one. */
  readonly requestId: string | undefined;
  /** The caller's address, where the transport knows it. */
  readonly clientAddress: string | undefined;
  /** The request's User-Agent header, unchecked. */
  readonly userAgent: string | undefined;
  /** The request's Host header, unchecked. */
  readonly host?: string | undefined;
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
