/** The OpenAPI document of a server of access control. */

import { joinDocuments } from "../openapi/join-documents.ts";
import { openapi, type OpenApiDocument, type OpenApiOptions } from "../openapi/openapi.ts";
import { documentedAuthApi } from "./api.ts";
import { documentedAuthDiscoveryApi } from "./discovery.ts";

/**
 * The API under a prefix and its discovery routes as one OpenAPI document.
 *
 * @throws ContractError API_INVALID
 */
export function authDocument(
  prefix: string = documentedAuthApi.basePath,
  options: OpenApiOptions = {},
): OpenApiDocument {
  return joinDocuments(
    openapi({ ...documentedAuthApi, basePath: prefix }, options),
    openapi(documentedAuthDiscoveryApi),
  );
}
