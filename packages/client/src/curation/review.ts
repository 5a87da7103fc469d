/** The client of the review of drafts, for curators and admins. */

import { curationService, curatorRoutes } from "@bourse/contract/curation";

import { createClient, type Client } from "../client.ts";
import type { ClientOptions } from "../options.ts";

/** For curators and admins: `credentials` are those of a CurationClient. */
export type ReviewClient = Client<typeof curatorRoutes>;

/** @throws ClientError OPTION_INVALID */
export function createReviewClient(options: ClientOptions): ReviewClient {
  return createClient({ ...curationService, routes: curatorRoutes }, options);
}
