/** The client of the review of drafts, for curators and admins. */

import type { curatorRoutes } from "@bourse/contract/curation";
import { curationService, curatorCalls } from "@bourse/contract/curation/client";

import { createClient, type Client } from "../client.ts";
import type { ClientOptions } from "../options.ts";
import type { CuratorRouteTypes } from "./review-operations.ts";

/** The client of the review of drafts, for curators and admins. */
export type ReviewClient = Client<typeof curatorRoutes, CuratorRouteTypes>;

/**
 * Creates a client of the review of drafts; its `credentials` are those of a CurationClient.
 *
 * @throws ClientError OPTION_INVALID
 */
export function createReviewClient(options: ClientOptions): ReviewClient {
  return createClient({ ...curationService, calls: curatorCalls }, options);
}

export type * from "@bourse/contract/curation";
export type * from "../shared-names.ts";
export type * from "./review-operations.ts";
