/**
 * Names of what every client's calls take and resolve to: each entry point exports them, so that the declaration files
 * of an app can name the types of its own functions over calls.
 */
// All of them: TypeScript 5.7 does not find single names here.
export type * from "@bourse/contract/client";
export type {
  Call,
  CallArguments,
  CallProblem,
  PagingCall,
  SafeResult,
  WithHeaders,
} from "./client.ts";
export type { Credentials } from "./credentials.ts";
export type { ClientError } from "./errors.ts";
export type { CallOptions, ClientOptions } from "./options.ts";
export type { KeptTokenCall } from "./kept-login.ts";
