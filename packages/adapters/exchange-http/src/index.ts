export { contractName } from "./contract-name.ts";
export { mapAttempt, type Attempt, type FailedAttempt } from "./attempt.ts";
export {
  resolveExchangeOptions,
  type ExchangeOptions,
  type ResolvedExchangeOptions,
} from "./exchange-options.ts";
export {
  createExchangeProvider,
  type ExchangeProvider,
  type CandlePage,
  type ExchangeSource,
  type PageQuery,
} from "./exchange-provider.ts";
export type { JsonReply } from "./fetch-json.ts";
export { createPace, type Pace } from "./pace.ts";
export { createJsonClient, type JsonClient, type ReadReply } from "./json-client.ts";
export { pageFunding, type PerpetualProvider } from "./funding-pages.ts";
export type { RequestCaller } from "./request-caller.ts";
