/** The compliance contract's code on the chain, compared with what this release was compiled to. */
import { hash } from "node:crypto";

import type { Address, Hex } from "../../address.ts";
import { NodeError } from "../../errors.ts";
import { COMPLIANCE_REGISTRY } from "../contracts/compliance-registry.ts";
import type { ChainRpc } from "../port.ts";
import { runtimeCode } from "../runtime-code.ts";

/** Code of the compliance contract as it stands on a chain. */
export const REGISTRY_CODE: Hex = runtimeCode(COMPLIANCE_REGISTRY.bytecode);

/** SHA-256 of the contract's code, in hex. */
const REGISTRY_CODE_DIGEST: string = codeDigest(REGISTRY_CODE);

/** SHA-256 of a contract's code as an endpoint spells it, in hex. */
function codeDigest(code: unknown): string {
  return hash("sha256", String(code).toLowerCase(), "hex");
}

/**
 * Checks that the compliance contract of this release is at the address.
 *
 * @throws NodeError CONTRACT_MISMATCH, CHAIN_UNAVAILABLE, CHAIN_MISMATCH, CHAIN_REJECTED
 */
export async function checkContract(
  rpc: ChainRpc,
  contract: Address,
  signal?: AbortSignal,
): Promise<void> {
  const options = signal === undefined ? {} : { signal };
  const fault = contractFault(
    contract,
    await rpc.request("eth_getCode", [contract, "latest"], options),
  );
  if (fault !== null) throw fault;
}

/** Returns the error that a contract's code amounts to; null for the right code. */
export function contractFault(contract: Address, code: unknown): NodeError | null {
  if (codeDigest(code) === REGISTRY_CODE_DIGEST) return null;
  const found = code === "0x" ? "there is no contract" : "another contract stands";
  return new NodeError(
    "CONTRACT_MISMATCH",
    `Expected this release's compliance contract at ${contract}, but ${found} there on this chain. Nothing is proved or ` +
      `paid; set COMPLIANCE_CONTRACT and the chain that belong together.`,
    { details: { contract } },
  );
}
