/** A compiled contract. */
import type { Hex } from "../address.ts";

export interface ContractArtifact {
  /** One human-readable line an item, as ethers' `Interface` reads them. */
  readonly abi: readonly string[];
  /** The code that creates the contract. */
  readonly bytecode: Hex;
}
