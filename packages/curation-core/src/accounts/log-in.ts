/** The login of an account: by a signed message, or by email address and password. */

import type { Origin } from "@bourse/credentials";

import { invalid } from "../invalid.ts";
import type { Login } from "./account-input.ts";
import type { AccountsParts } from "./accounts-parts.ts";
import { otherWallet, proofRequired, verifyGiven } from "./given-proof.ts";
import { logInByEmail } from "./log-in-by-email.ts";
import { logInByWallet } from "./log-in-by-wallet.ts";
import type { SignedIn } from "./sign-in.ts";

/**
 * Logs an account in by what the input has.
 *
 * @throws CurationError VALIDATION_ERROR, INVALID_CREDENTIALS, WALLET_PROOF_REQUIRED, WALLET_PROOF_INVALID,
 * WALLET_NODE_UNAVAILABLE, WALLET_TAKEN, RATE_LIMITED, BUSY
 */
export async function logIn(
  parts: AccountsParts,
  input: Login,
  origin: Origin = {},
): Promise<SignedIn> {
  const { proofs } = parts;
  const { walletAddress, email, password, deviceSecret } = input;
  const proof = await verifyGiven(proofs, input, origin);
  if (proof !== null) {
    const isOther =
      walletAddress !== undefined && proofs.parse(walletAddress).key !== proof.wallet.key;
    if (isOther) throw otherWallet();
    return await logInByWallet(parts, { proof, deviceSecret }, origin);
  }
  if (email !== undefined && password !== undefined) {
    return await logInByEmail(parts, { email, password, deviceSecret }, origin);
  }
  if (walletAddress !== undefined) throw proofRequired();
  throw invalid(["body"], "must contain message and signature, or email and password", "missing");
}
