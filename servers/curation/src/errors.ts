import { BourseError, type ErrorOptions } from "@bourse/kernel";

/** Every way in which this server itself fails. */
export type CurationServerErrorCode =
  /** The file holds no key of 32 bytes in base64url. */
  | "MASTER_KEY_FILE_INVALID"
  /** The store holds sealed keys, and what opens them is not there. */
  | "MASTER_KEY_MISSING"
  /** The EVM node answered without a result. */
  | "ETH_RPC_FAILED";

export class CurationServerError extends BourseError<CurationServerErrorCode> {
  constructor(code: CurationServerErrorCode, message: string, options?: ErrorOptions) {
    super(code, message, options);
  }
}
