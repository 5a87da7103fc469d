/** The documents of a server of the backtesting and trading job service. */

import {
  asyncapi,
  openapi,
  withTexts,
  type AsyncApiDocument,
  type AsyncApiOptions,
  type OpenApiDocument,
  type OpenApiOptions,
} from "@bourse/contract";
import { documentedBacktestApi } from "@bourse/contract/backtest";

import { texts } from "./texts.ts";

const api = withTexts(documentedBacktestApi, texts.backtest);

/**
 * The API as an OpenAPI document.
 *
 * @throws ContractError API_INVALID, ARGUMENT_INVALID
 */
export function backtestDocument(options: OpenApiOptions = {}): OpenApiDocument {
  return openapi(api, options);
}

/**
 * The event sockets as an AsyncAPI document.
 *
 * @throws ContractError API_INVALID, ARGUMENT_INVALID
 */
export function backtestFeedsDocument(options: AsyncApiOptions = {}): AsyncApiDocument {
  return asyncapi(api, options);
}
