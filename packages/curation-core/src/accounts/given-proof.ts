/** The wallet proof of a registration or a login, where one is given. */

import type { Origin } from "@bourse/credentials";

import { CurationError } from "../errors.ts";
import { invalid } from "../invalid.ts";
import type { VerifiedProof } from "../wallet/use-proof.ts";
import type { ProofVerifier } from "../wallet/wallet-proofs.ts";
import type { WalletProof } from "./account-input.ts";

/** Verifies message and signature; null when neither is given. @throws CurationError VALIDATION_ERROR and others */
export async function verifyGiven(
  proofs: ProofVerifier,
  { message, signature }: Partial<WalletProof>,
  origin: Origin,
): Promise<VerifiedProof | null> {
  if (message === undefined && signature === undefined) return null;
  if (message === undefined || signature === undefined) {
    throw invalid(["body", "signature"], "message and signature must be given together", "missing");
  }
  return await proofs.verify({ message, signature }, { origin });
}

/** The error of a call that needs a proof and has none. */
export function proofRequired(): CurationError {
  const message =
    "A wallet proof is required: request a nonce, sign its message, and send message and signature.";
  return new CurationError("WALLET_PROOF_REQUIRED", message);
}

/** The error of a message that is signed for another address than the one given. */
export function otherWallet(): CurationError {
  const message = "The message is signed for another address than the one given.";
  const details = { reason: "address" };
  return new CurationError("WALLET_PROOF_INVALID", message, { details });
}
