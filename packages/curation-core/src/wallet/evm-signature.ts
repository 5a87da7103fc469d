/** Signatures of EVM accounts, made by a key (EIP-191) or by a contract (EIP-1271). */

import { utf8Length } from "@bourse/kernel/platform";
import { Signature, SigningKey, keccak256 } from "ethers/crypto";
import { computeAddress } from "ethers/transaction";

import type { EthCall } from "./wallet-verifier.ts";

/** `bytes4(keccak256("isValidSignature(bytes32,bytes)"))`: selector of the call and result of a valid signature. */
const MAGIC = "0x1626ba7e";

/** Hash of a personal message (EIP-191 version 0x45). */
export function personalMessageHash(message: string): string {
  const length = utf8Length(message);
  return keccak256(new TextEncoder().encode(`\u0019Ethereum Signed Message:\n${length}${message}`));
}

/** True when the key of `address` (EIP-55) made the signature. */
export function isSignedByKey(address: string, hash: string, signature: string): boolean {
  if (!/^0x(?:[0-9a-fA-F]{128}|[0-9a-fA-F]{130})$/.test(signature)) return false;
  try {
    const key = SigningKey.recoverPublicKey(hash, Signature.from(signature));
    return computeAddress(key) === address;
  } catch {
    // The signature is not a point of the curve, or is not canonical.
    return false;
  }
}

/** True when the contract at `address` confirms the signature. Rejects when the node does not answer. */
export async function isSignedByContract(
  address: string,
  hash: string,
  signature: string,
  ethCall: EthCall,
): Promise<boolean> {
  if (!/^0x(?:[0-9a-fA-F]{2}){1,4096}$/.test(signature)) return false;
  const data = `${MAGIC}${hash.slice(2)}${word(64)}${bytes(signature.slice(2))}`;
  const answer = await ethCall({ to: address, data });
  return answer.toLowerCase() === `${MAGIC}${"0".repeat(56)}`;
}

/** ABI encoding of dynamic `bytes`: its length, then its content padded to words. */
function bytes(hex: string): string {
  return word(hex.length / 2) + hex.padEnd(Math.ceil(hex.length / 64) * 64, "0");
}

function word(value: number): string {
  return value.toString(16).padStart(64, "0");
}
