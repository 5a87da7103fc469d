/** The code of a fault in how a contract is written or bound, which is found at start and never while serving. */
export type ContractErrorCode =
  /** A route table that contradicts itself; the message lists every fault. */
  | "API_INVALID"
  /** An argument or option of a wrong shape, or an option that does not exist. */
  | "ARGUMENT_INVALID"
  /** A route without a handler. */
  | "HANDLER_MISSING"
  /** A route that needs credentials, bound without `authenticate`. */
  | "AUTHENTICATE_MISSING"
  /** A handler answered what the contract does not declare; only with `validateResponses`. */
  | "RESPONSE_INVALID";

/** A fault in how a contract is written or bound. */
export class ContractError extends Error {
  /** Name of the class: `ContractError`. */
  override readonly name: string = "ContractError";
  /** Kind of the fault, for programs. */
  readonly code: ContractErrorCode;

  constructor(code: ContractErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
