import { BourseError, type ErrorOptions } from "@bourse/kernel";

/** Error codes of the development chain. */
export type DevelopmentChainErrorCode =
  /** No anvil binary for this platform is installed, or it does not start; details.package. */
  | "CHAIN_BINARY_MISSING"
  /** The folder holds a chain of another anvil version, chain id or genesis; details.expected, details.found. */
  | "CHAIN_FOLDER_FOREIGN"
  /** Replay of the journal gave other block hashes than before; details.number, details.expected, details.found. */
  | "CHAIN_REPLAY_FAILED"
  /** The chain was stopped, or anvil does not answer. */
  | "CHAIN_UNAVAILABLE"
  /** The chain answered with a JSON-RPC error; details.code, details.data. */
  | "CHAIN_REJECTED";

/** Error of the development chain with one of the codes above. */
export class DevelopmentChainError extends BourseError<DevelopmentChainErrorCode> {
  constructor(code: DevelopmentChainErrorCode, message: string, options?: ErrorOptions) {
    super(code, message, options);
  }
}
