/** The client of the accounts of an access control service, for its operator. */

import type { userRoutes } from "@bourse/contract/auth";
import { userCalls, usersService } from "@bourse/contract/auth/client";

import { createClient, type Client } from "../client.ts";
import { checkKind } from "../kinds.ts";
import { checkOptions, checkPath, withKey, type ClientOptions } from "../options.ts";
import type { UserRouteTypes } from "./user-operations.ts";

/** The options of {@link createUsersClient}. */
export interface UsersClientOptions extends Omit<ClientOptions, "credentials"> {
  /** Base path of the API. Default `/api/v1`. */
  readonly prefix?: string;
  /** The operator's key, AUTH_OPERATOR_KEY of the server. */
  readonly apiKey: string;
}

/** The client of the accounts of an access control service, for its operator. */
export type UsersClient = Client<typeof userRoutes, UserRouteTypes>;

/**
 * Creates a client for the operator. The audit trail is read by an AuthClient with the same key.
 *
 * @throws ClientError OPTION_INVALID
 */
export function createUsersClient(options: UsersClientOptions): UsersClient {
  const { prefix = usersService.basePath, ...others } = checkOptions(options, {
    prefix: "",
    apiKey: "",
  });
  checkKind(others.apiKey, "", "options.apiKey");
  const api = { ...usersService, basePath: prefix && checkPath(prefix), calls: userCalls };
  return createClient(api, withKey(others));
}

export type * from "@bourse/contract/auth";
export type * from "../shared-names.ts";
export type * from "./user-operations.ts";
