export { isProblem, Problem, type Issue } from "@bourse/contract/client";
export {
  createClient,
  type Call,
  type CallArguments,
  type CallProblem,
  type Client,
  type SafeResult,
} from "./client.ts";
export { apiKey, type Credentials } from "./credentials.ts";
export { ClientError, type ClientErrorCode } from "./errors.ts";
export { iterate, type ListCall } from "./iterate.ts";
export type { CallOptions, ClientClock, ClientOptions, OutgoingRequest } from "./options.ts";
export type { RetryOptions } from "./retry.ts";
