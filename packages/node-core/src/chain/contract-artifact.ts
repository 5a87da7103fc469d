/** A compiled contract. */
import type { Hex } from "../address.ts";

/** Compiled contract. */
export interface ContractArtifact {
  /** Human-readable ABI with one line per item, as ethers' `Interface` reads it. */
  readonly abi: readonly string[];
  /** Creation code of the contract. */
  readonly bytecode: Hex;
}
