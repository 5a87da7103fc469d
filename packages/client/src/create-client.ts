/** A typed client of any API, of a caller who may have no types. */

import type { ClientApi, Routes } from "@bourse/contract/client";

import { createClient as createCheckedClient, type Client } from "./client.ts";
import { checkKind } from "./kinds.ts";
import type { ClientOptions } from "./options.ts";

/** Kinds of the parts of an API. */
const API = {
  id: "",
  basePath: "",
  wire: { decode: () => {} },
  security: {},
  calls: {},
} satisfies Readonly<Record<keyof ClientApi, unknown>>;

/**
 * Creates a client of any API that a contract describes: `createClient({ ...api, calls: callsOf(api.routes) },
 * options)` with `callsOf` of `@bourse/contract`.
 *
 * @throws ClientError OPTION_INVALID
 */
export function createClient<R extends Routes>(
  api: ClientApi<R>,
  options: ClientOptions,
): Client<R> {
  checkKind(api, API, "api");
  return createCheckedClient(api, options);
}
