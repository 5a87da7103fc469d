/** The OpenAPI document of a server of market curation. */

import { joinDocuments } from "../openapi/join-documents.ts";
import { openapi, type OpenApiDocument, type OpenApiOptions } from "../openapi/openapi.ts";
import { documentedCurationApi, documentedCurationHealthApi } from "./api.ts";

/**
 * The API and its health route as one OpenAPI document.
 *
 * @throws ContractError API_INVALID
 */
export function curationDocument(options: OpenApiOptions = {}): OpenApiDocument {
  return joinDocuments(
    openapi(documentedCurationApi, options),
    openapi(documentedCurationHealthApi),
  );
}
