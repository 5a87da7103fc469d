/** The documents of a node: one for each of its ports, and the feed of its dashboard. */

import {
  asyncapi,
  openapi,
  withTexts,
  type AsyncApiDocument,
  type AsyncApiOptions,
  type OpenApiDocument,
  type OpenApiOptions,
} from "@bourse/contract";
import {
  documentedNodeDashboardApi,
  documentedNodeExternalApi,
  documentedNodeInternalApi,
} from "@bourse/contract/node";

import { texts } from "./texts.ts";

const internal = texts["node-internal"];
const external = { ...internal, ...texts["node-external"] };
const dashboard = { ...external, ...texts["node-dashboard"] };

/**
 * The API for the owner of the node as an OpenAPI document.
 *
 * @throws ContractError API_INVALID, ARGUMENT_INVALID
 */
export function nodeInternalDocument(options: OpenApiOptions = {}): OpenApiDocument {
  return openapi(withTexts(documentedNodeInternalApi, internal), options);
}

/**
 * The API for everybody as an OpenAPI document.
 *
 * @throws ContractError API_INVALID, ARGUMENT_INVALID
 */
export function nodeExternalDocument(options: OpenApiOptions = {}): OpenApiDocument {
  return openapi(withTexts(documentedNodeExternalApi, external), options);
}

/**
 * The API for the node's web page as an OpenAPI document.
 *
 * @throws ContractError API_INVALID, ARGUMENT_INVALID
 */
export function nodeDashboardDocument(options: OpenApiOptions = {}): OpenApiDocument {
  return openapi(withTexts(documentedNodeDashboardApi, dashboard), options);
}

/**
 * The WebSocket of the node's web page as an AsyncAPI document.
 *
 * @throws ContractError API_INVALID, ARGUMENT_INVALID
 */
export function nodeDashboardFeedsDocument(options: AsyncApiOptions = {}): AsyncApiDocument {
  return asyncapi(withTexts(documentedNodeDashboardApi, dashboard), options);
}
