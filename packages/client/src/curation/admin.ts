/** The client of roles and of the state changes of markets, for admins. */

import type { adminRoutes } from "@bourse/contract/curation";
import { curationService, adminCalls } from "@bourse/contract/curation/client";

import { createClient, type Client } from "../client.ts";
import type { ClientOptions } from "../options.ts";

/** The client of roles and of the state changes of markets, for admins. */
export type CurationAdminClient = Client<typeof adminRoutes>;

/**
 * Creates a client for admins; its `credentials` are those of a CurationClient.
 *
 * @throws ClientError OPTION_INVALID
 */
export function createCurationAdminClient(options: ClientOptions): CurationAdminClient {
  return createClient({ ...curationService, calls: adminCalls }, options);
}
