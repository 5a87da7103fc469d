/** Calls of routes that a client does not know, such as those of a newer service. */

import type { Method, Service } from "@bourse/contract/client";

import { call } from "./call.ts";
import type { Keyring } from "./keyring.ts";
import { checkPath, type CallOptions, type Settings } from "./options.ts";
import type { AnyInput } from "./request.ts";

/** The parts of a request by {@link RawClient.request}. */
export interface RawInput {
  /** Values of the `:name` parameters in the path. Default none. */
  readonly params?: Readonly<Record<string, string | number | boolean>>;
  /** Query parameters; undefined ones are left out. Default none. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Headers beside those of the client. Default none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Body, which is sent as JSON. Default none. */
  readonly body?: unknown;
}

/** A success of a route that the client does not know. */
export interface RawAnswer {
  /** HTTP status, 200–299. */
  readonly status: number;
  /** Data of the JSON body, without the envelope of the service, if it has one; undefined without a body. */
  readonly data: unknown;
  /** Headers of the answer. */
  readonly headers: Headers;
}

/** The part of every client that calls routes which the client does not know. */
export interface RawClient {
  /**
   * Makes a call of a route that the client does not know, by its path below the base path of the API, such as
   * `/jobs/:uuid/notes`, with the client's credentials and time limits. Other methods than GET are sent twice only with
   * `retry`, as they may trade or pay, and a POST or PATCH only with an `idempotencyKey` beside it. The credentials
   * never leave the origin of `baseUrl`. The answer has to be JSON, and is not validated.
   *
   * @throws Problem; ClientError TIMEOUT, NETWORK, RESPONSE_INVALID, INPUT_INVALID (also for a path that does not begin
   * with one slash, or has a query); the reason of the signal that ended the call
   */
  request(
    method: Method,
    path: string,
    input?: RawInput,
    options?: CallOptions,
  ): Promise<RawAnswer>;
}

/** Creates the raw part of a client. */
export function createRawClient(api: Service, settings: Settings, keyring: Keyring): RawClient {
  const unchecked = { ...settings, validateAnswers: () => undefined };
  return {
    request: async (method, path, input, options) => {
      checkPath(path, "INPUT_INVALID");
      // The call refuses what is no object.
      const body = input?.body !== undefined && { body: "application/json" };
      const isKeyed = options?.idempotencyKey !== undefined;
      const security = Object.keys(api.security);
      const tradesOrPays = method !== "GET";
      const data = "any" as const;
      const route = {
        method,
        path,
        security,
        idempotencyKey: isKeyed,
        tradesOrPays,
        data,
        ...body,
      };
      const operation = { api, key: "request", route, settings: unchecked, keyring };
      return call(operation, input as AnyInput, options);
    },
  };
}
