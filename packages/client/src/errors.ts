import { isProblem, type Problem } from "@bourse/contract";

/** Calls that got no answer of the service, or none that its contract knows. */
export type ClientErrorCode =
  /** A try, or all of them together, took too long. */
  | "TIMEOUT"
  /** No connection, a broken one, or a redirect, which is never followed. */
  | "NETWORK"
  /** The answer is not what the contract declares; `cause` says where. */
  | "RESPONSE_INVALID"
  /** A path parameter that can't stand in a path. */
  | "INPUT_INVALID"
  /** An option that is unknown or out of its bounds. */
  | "OPTION_INVALID";

export class ClientError extends Error {
  override readonly name: string = "ClientError";
  readonly code: ClientErrorCode;

  constructor(code: ClientErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** What a call throws of its own, and `safe` hands over. */
export function isFailure(error: unknown): error is Problem | ClientError {
  return error instanceof ClientError || isProblem(error);
}
