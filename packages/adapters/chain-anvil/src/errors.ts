import { BourseError, type ErrorOptions } from "@bourse/kernel";

/** Every way in which the development chain refuses. */
export type DevelopmentChainErrorCode =
  /** There is no anvil for this platform, or it does not start; details.reason. */
  | "CHAIN_BINARY_MISSING"
  /** The folder holds a chain of another anvil, chain id or genesis; details.expected, details.found. */
  | "CHAIN_FOLDER_FOREIGN"
  /** The journal does not lead to the blocks that it led to before. */
  | "CHAIN_REPLAY_FAILED"
  /** Stopped, or anvil gave up. */
  | "CHAIN_UNAVAILABLE"
  /** A JSON-RPC error; details.code, details.data. */
  | "CHAIN_REJECTED";

export class DevelopmentChainError extends BourseError<DevelopmentChainErrorCode> {
  constructor(code: DevelopmentChainErrorCode, message: string, options?: ErrorOptions) {
    super(code, message, options);
  }
}
