/** The client of roles and of the moves of markets, for admins. */

import { curationService, adminRoutes } from "@bourse/contract/curation";

import { createClient, type Client } from "../client.ts";
import type { ClientOptions } from "../options.ts";

/** For admins: `credentials` are those of a CurationClient. */
export type CurationAdminClient = Client<typeof adminRoutes>;

/** @throws ClientError OPTION_INVALID */
export function createCurationAdminClient(options: ClientOptions): CurationAdminClient {
  return createClient({ ...curationService, routes: adminRoutes }, options);
}
