/** The compliance contract's code on the chain, compared with what this release was compiled to. */
import { hash } from "node:crypto";

import type { Address, Hex } from "../../address.ts";
import { NodeError } from "../../errors.ts";
import { COMPLIANCE_REGISTRY } from "../contracts/compliance-registry.ts";
import type { ChainRpc } from "../port.ts";

/**
 * Code of the compliance contract as it stands on a chain: the creation code without its first part, which returns it.
 */
export const REGISTRY_CODE: Hex = runtimeOf(COMPLIANCE_REGISTRY.bytecode);

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

/** solc's creation code copies the rest of itself: `PUSH2 length, DUP1, PUSH2 offset, PUSH0, CODECOPY`. */
function runtimeOf(creation: Hex): Hex {
  const found = /61([0-9a-f]{4})8061([0-9a-f]{4})5f39/.exec(creation.slice(0, 100));
  const [length, offset] = [found?.[1], found?.[2]].map((text) => Number.parseInt(text ?? "", 16));
  if (length === undefined || offset === undefined || Number.isNaN(length + offset)) {
    throw new Error("The compliance contract's creation code has an unknown form.");
  }
  const from = 2 + 2 * offset;
  return `0x${creation.slice(from, from + 2 * length)}`;
}
