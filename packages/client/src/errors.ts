import { isProblem, type CallFacts, type Problem } from "@bourse/contract/client";

/** The code of a call that got no answer from the service, or none that its contract declares. */
export type ClientErrorCode =
  /** A try, or all tries of the call together, exceeded its time limit. */
  | "TIMEOUT"
  /** The connection failed or broke, or the service sent a redirect, which is never followed. */
  | "NETWORK"
  /** The answer differs from what the contract declares, such as a list for an object; `cause` may say where. */
  | "RESPONSE_INVALID"
  /**
   * An input has an unknown part, a value of a type that it cannot take, or a path parameter that cannot be a path
   * segment: empty, `.` or `..`.
   */
  | "INPUT_INVALID"
  /** An option is unknown, of another type or out of its bounds. */
  | "OPTION_INVALID";

/** An error of a call that got no answer from the service, or none that its contract declares. */
export class ClientError extends Error implements CallFacts {
  /** Name of the class: `ClientError`. */
  override readonly name: string = "ClientError";
  /** Reason of the failure, for programs. */
  readonly code: ClientErrorCode;
  declare readonly operation?: string;
  declare readonly method?: string;
  declare readonly path?: string;
  declare readonly attempts?: number;
  declare readonly requestId?: string;

  constructor(code: ClientErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** Tells whether a call threw `error` by itself, so that `safe` returns it. */
export function isFailure(error: unknown): error is Problem | ClientError {
  return error instanceof ClientError || isProblem(error);
}

/** Tells an error of a call which call it came from; what an inner call has told stays. */
export function withFacts<E extends Problem | ClientError>(error: E, facts: CallFacts): E {
  return error.operation === undefined ? Object.assign(error, facts) : error;
}
