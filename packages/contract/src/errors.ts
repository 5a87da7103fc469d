/** Faults in how a contract was written or bound: found at start, never while serving. */
export type ContractErrorCode =
  /** A route table that contradicts itself; the message lists every fault. */
  | "API_INVALID"
  /** A route without a handler. */
  | "HANDLER_MISSING"
  /** A route that needs credentials, bound without `authenticate`. */
  | "AUTHENTICATE_MISSING"
  /** A handler answered what the contract does not declare; only with `validateResponses`. */
  | "RESPONSE_INVALID";

export class ContractError extends Error {
  override readonly name: string = "ContractError";
  readonly code: ContractErrorCode;

  constructor(code: ContractErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
