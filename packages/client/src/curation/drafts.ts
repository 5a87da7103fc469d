/** The client of drafts, for their owners. */

import type { draftRoutes } from "@bourse/contract/curation";
import { curationService, draftCalls } from "@bourse/contract/curation/client";

import { createClient, type Client } from "../client.ts";
import type { ClientOptions } from "../options.ts";
import type { DraftRouteTypes } from "./draft-operations.ts";

/** The client of drafts, for their owners. */
export type DraftsClient = Client<typeof draftRoutes, DraftRouteTypes>;

/**
 * Creates a client of drafts; its `credentials` are those of a CurationClient.
 *
 * @throws ClientError OPTION_INVALID
 */
export function createDraftsClient(options: ClientOptions): DraftsClient {
  return createClient({ ...curationService, calls: draftCalls }, options);
}

export type * from "@bourse/contract/curation";
export type * from "../shared-names.ts";
export type * from "./draft-operations.ts";
