import { BourseError, type ErrorOptions } from "@bourse/kernel";

/** Codes of errors of the server itself. */
export type CurationServerErrorCode =
  /** The EVM node answered without a result. */
  "ETH_RPC_FAILED";

/** An error of the server itself. */
export class CurationServerError extends BourseError<CurationServerErrorCode> {
  constructor(code: CurationServerErrorCode, message: string, options?: ErrorOptions) {
    super(code, message, options);
  }
}
