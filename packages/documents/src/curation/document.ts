/** The documents of a server of market curation. */

import {
  asyncapi,
  openapi,
  withTexts,
  type AsyncApiDocument,
  type AsyncApiOptions,
  type OpenApiDocument,
  type OpenApiOptions,
} from "@bourse/contract";
import { documentedCurationApi, documentedCurationHealthApi } from "@bourse/contract/curation";

import { joinDocuments } from "../join-documents.ts";
import { texts } from "./texts.ts";

const api = withTexts(documentedCurationApi, texts.curation);

/**
 * The API and its health route as one OpenAPI document.
 *
 * @throws ContractError API_INVALID, ARGUMENT_INVALID
 */
export function curationDocument(options: OpenApiOptions = {}): OpenApiDocument {
  return joinDocuments(
    openapi(api, options),
    openapi(withTexts(documentedCurationHealthApi, texts["curation-health"])),
  );
}

/**
 * The curators' feed as an AsyncAPI document.
 *
 * @throws ContractError API_INVALID, ARGUMENT_INVALID
 */
export function curationFeedsDocument(options: AsyncApiOptions = {}): AsyncApiDocument {
  return asyncapi(api, options);
}
