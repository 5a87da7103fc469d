/** The OpenAPI document of a server of access control. */

import { openapi, withTexts, type OpenApiDocument, type OpenApiOptions } from "@bourse/contract";
import { documentedAuthApi, documentedAuthDiscoveryApi } from "@bourse/contract/auth";

import { joinDocuments } from "../join-documents.ts";
import { texts } from "./texts.ts";

const api = withTexts(documentedAuthApi, texts.auth);

/**
 * The API under a prefix and its discovery routes as one OpenAPI document.
 *
 * @throws ContractError API_INVALID, ARGUMENT_INVALID
 */
export function authDocument(
  prefix: string = api.basePath,
  options: OpenApiOptions = {},
): OpenApiDocument {
  return joinDocuments(
    openapi({ ...api, basePath: prefix }, options),
    openapi(withTexts(documentedAuthDiscoveryApi, texts["auth-discovery"])),
  );
}
