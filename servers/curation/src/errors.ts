import { BourseError, type ErrorOptions } from "@bourse/kernel";

/** Every way in which this server itself fails. */
export type CurationServerErrorCode =
  /** The EVM node answered without a result. */
  "ETH_RPC_FAILED";

export class CurationServerError extends BourseError<CurationServerErrorCode> {
  constructor(code: CurationServerErrorCode, message: string, options?: ErrorOptions) {
    super(code, message, options);
  }
}
