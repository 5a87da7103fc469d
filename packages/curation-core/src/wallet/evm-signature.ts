/** Signatures of EVM accounts, made by a key (EIP-191) or by a contract, deployed (EIP-1271) or not yet (EIP-6492). */

import { utf8Length } from "@bourse/kernel/platform";
import { Signature, SigningKey, keccak256 } from "ethers/crypto";
import { computeAddress } from "ethers/transaction";

import { SIGNATURE_CHECK } from "./signature-check.ts";
import type { EthCall } from "./wallet-verifier.ts";

/** `bytes4(keccak256("isValidSignature(bytes32,bytes)"))`: selector of the call and result of a valid signature. */
const MAGIC = "0x1626ba7e";

/** Last 32 bytes of a signature by a wallet that may not be deployed yet (EIP-6492). */
const WRAPPED = /(?:6492){16}$/;

/** Contracts decide about the length of their signatures, an empty one among them; this bounds what a node is sent. */
const MAX_HEX_DIGITS = 65_536;

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

/**
 * True when the contract at `address` confirms the signature, or would do so once its factory has made it. Rejects when
 * the node does not answer.
 */
export async function isSignedByContract(
  address: string,
  hash: string,
  signature: string,
  ethCall: EthCall,
): Promise<boolean> {
  const hex = /^0x((?:[0-9a-fA-F]{2})*)$/.exec(signature)?.[1];
  if (hex === undefined || hex.length > MAX_HEX_DIGITS) return false;
  if (WRAPPED.test(hex)) {
    const wallet = address.slice(2).toLowerCase().padStart(64, "0");
    const wrapped = bytes(hex.replace(WRAPPED, ""));
    const data = `${SIGNATURE_CHECK}${wallet}${hash.slice(2)}${word(96)}${wrapped}`;
    return (await ethCall({ data })) === "0x01";
  }
  const data = `${MAGIC}${hash.slice(2)}${word(64)}${bytes(hex)}`;
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
