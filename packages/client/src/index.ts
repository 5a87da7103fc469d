export { isProblem, Problem, type CallFacts, type Issue } from "@bourse/contract/client";
export type {
  Call,
  CallArguments,
  CallProblem,
  Client,
  PagingCall,
  SafeResult,
  WithHeaders,
} from "./client.ts";
export { createClient } from "./create-client.ts";
export { apiKey, type Credentials } from "./credentials.ts";
export { ClientError, type ClientErrorCode } from "./errors.ts";
export type { DebugEvent } from "./debug.ts";
export { iterate, pageOf, type ItemOf, type ListCall, type Page } from "./iterate.ts";
export type { CallOptions, ClientClock, ClientOptions, OutgoingRequest } from "./options.ts";
export type { RawAnswer, RawClient, RawInput } from "./raw-request.ts";
export type { RetryOptions } from "./retry.ts";
export { withOptions, type SharedOptions } from "./with-options.ts";
