/** Refusals of wallet proofs. */

import { CurationError } from "../errors.ts";
import type { MessageFault } from "./verify-message.ts";

/** Reason for which a proof is refused: `details.reason` of the error. */
type ProofFault = MessageFault | "malformed" | "malformed_solana" | "signature";

const SENTENCES: Readonly<Record<ProofFault, string>> = {
  malformed:
    "The message does not follow the grammar of EIP-4361; sign the message that was issued.",
  malformed_solana:
    "The message does not follow the grammar of Sign-In with Solana with the fields URI, Version, Chain ID, Nonce and Issued At; sign the message that was issued.",
  nonce:
    "The nonce of the message was not issued here for this address, or was used before; request a new nonce.",
  expired: "The message has expired; request a new nonce.",
  not_yet_valid: "The message is not valid yet.",
  domain: "The message names another domain; sign the message that was issued.",
  uri: "The message names another URI; sign the message that was issued.",
  chain: "The message names another chain; sign the message that was issued.",
  signature: "The signature was not made by the key of this address over this message.",
};

/** The error of a message whose address has another spelling than EIP-4361 asks for. */
export function refusedSpelling(address: string): CurationError {
  const message = `The message spells its address without the checksum of EIP-55; sign a message with ${address}.`;
  return new CurationError("WALLET_PROOF_INVALID", message, { details: { reason: "address" } });
}

/** The error of a refused proof. */
export function refused(reason: ProofFault): CurationError {
  return new CurationError("WALLET_PROOF_INVALID", SENTENCES[reason], { details: { reason } });
}
