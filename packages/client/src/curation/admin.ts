/** The client of roles, of the state changes of markets and of the audit trail, for admins. */

import type { adminRoutes } from "@bourse/contract/curation";
import { curationService, adminCalls } from "@bourse/contract/curation/client";

import { createClient, type Client } from "../client.ts";
import type { ClientOptions } from "../options.ts";
import type { AdminRouteTypes } from "./admin-operations.ts";

/** The client of roles, of the state changes of markets and of the audit trail, for admins. */
export type CurationAdminClient = Client<typeof adminRoutes, AdminRouteTypes>;

/**
 * Creates a client for admins; its `credentials` are those of a CurationClient.
 *
 * @throws ClientError OPTION_INVALID
 */
export function createCurationAdminClient(options: ClientOptions): CurationAdminClient {
  return createClient({ ...curationService, calls: adminCalls }, options);
}

export type * from "@bourse/contract/curation";
export type * from "../shared-names.ts";
export type * from "./admin-operations.ts";
