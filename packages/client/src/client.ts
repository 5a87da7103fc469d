/** A typed client of any API that a contract describes. */

import {
  isProblem,
  type ClientApi,
  type CallInput,
  type ItemPlace,
  type Problem,
  type ResponseData,
  type RouteCall,
  type RouteTypes,
  type Routes,
  type Success,
  type TypesOf,
} from "@bourse/contract/client";

import { callForms } from "./call-forms.ts";
import { call } from "./call.ts";
import type { ClientError } from "./errors.ts";
import { createKeyring } from "./keyring.ts";
import { resolveOptions, type CallOptions, type ClientOptions } from "./options.ts";
import { createRawClient, type RawClient } from "./raw-request.ts";
import type { Operation } from "./send.ts";

/**
 * Arguments of a call: the input, then the options. The input may be left out when the route requires nothing in it.
 */
export type CallArguments<T extends RouteTypes> =
  {} extends CallInput<T>
    ? [input?: CallInput<T>, options?: CallOptions]
    : [input: CallInput<T>, options?: CallOptions];

/** A refusal by the service: the route's own codes, and any other that a newer service may send. */
export type CallProblem<T extends RouteTypes> = Problem<T["codes"] | (string & {})>;

/** The headers of an answer, beside its status and data. */
export interface WithHeaders {
  /** Headers of the answer. */
  readonly headers: Headers;
}

/** A success with its status and headers, or the error that the plain call would have thrown. */
export type SafeResult<T extends RouteTypes> =
  | (Success<T> &
      WithHeaders & {
        /** True for a success. */
        readonly ok: true;
      })
  | {
      /** False for an error. */
      readonly ok: false;
      /** The error that the plain call would have thrown. */
      readonly error: CallProblem<T> | ClientError;
    };

/**
 * A call of one route, which resolves to the data of the answer.
 *
 * @throws Problem with one of the route's codes; ClientError TIMEOUT, NETWORK, RESPONSE_INVALID, INPUT_INVALID; the
 * reason of the signal that ended the call
 */
export interface Call<T extends RouteTypes> {
  // No comment here: an editor would show it instead of the route's own.
  (...args: CallArguments<T>): Promise<ResponseData<T>>;
  /** Makes the same call and resolves to status, data and headers of the answer. */
  withResponse(...args: CallArguments<T>): Promise<Success<T> & WithHeaders>;
  /**
   * Makes the same call without throwing: it rejects only with the reason of the signal that ended it, or with what a
   * hook or the credentials throw.
   */
  safe(...args: CallArguments<T>): Promise<SafeResult<T>>;
  /**
   * Tells whether `error` is a refusal of this call with one of the route's own codes, so that a `switch` over
   * `error.code` can be complete; false for general codes, such as INTERNAL_ERROR, and for those of a newer service.
   */
  isProblem(error: unknown): error is Problem<T["codes"]>;
}

/** A call of a route that answers a list a page at a time; `iterate` yields the items of all pages. */
export interface PagingCall<T extends RouteTypes> extends Call<T> {
  /** Place of the items in an answer's data: true for the data itself, else the name of the field that has them. */
  readonly pages: T["pages"] & ItemPlace;
}

/**
 * A client of a table of routes: one {@link Call} for each, by operation id, a {@link PagingCall} for those that page,
 * and `request` for other routes. `Types` are the types of the routes by names of their own, which an app's declaration
 * files then show.
 */
export type Client<
  R extends Routes,
  Types extends Readonly<Record<keyof R, RouteTypes>> = { readonly [K in keyof R]: TypesOf<R[K]> },
> = RawClient & {
  readonly [K in keyof R]: CallOf<Types[K]>;
};

/** A call of a route: one that pages, where the route does. */
export type CallOf<T extends RouteTypes> = T["pages"] extends ItemPlace ? PagingCall<T> : Call<T>;

/** Creates a client of an API of this repository, or of one that is checked. @throws ClientError OPTION_INVALID */
export function createClient<R extends Routes>(
  api: ClientApi<R>,
  options: ClientOptions,
): Client<R> {
  const settings = resolveOptions(options);
  const keyring = createKeyring(api, settings.credentials);
  const calls = Object.fromEntries(
    Object.entries<RouteCall>(api.calls).map(([key, route]) => [
      key,
      callOf({ api, key, route, settings, keyring }),
    ]),
  );
  return { ...createRawClient(api, settings, keyring), ...calls } as Client<R>;
}

function callOf(operation: Operation): unknown {
  const { key, route } = operation;
  return callForms((input, options) => call(operation, input, options), {
    ...(route.pages !== undefined && { pages: route.pages }),
    isProblem: (error: unknown) =>
      isProblem(error) && error.operation === key && Object.hasOwn(route.errors ?? {}, error.code),
  });
}
