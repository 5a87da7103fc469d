/** The second step of a login, for accounts with a second factor. */

import type { FactorAnswer, Origin } from "@bourse/credentials";
import { sha256 } from "@bourse/kernel/platform";

import { CurationError } from "../errors.ts";
import { type UserDocument, users } from "../users/user-document.ts";
import type { AccountsParts } from "./accounts-parts.ts";
import { type SignedIn, signIn } from "./sign-in.ts";

/** Digest of the credentials of an account: a challenge ends when one of them changes. */
export function proofOf(user: UserDocument): string {
  const { emailKey, passwordHash, walletKey, walletVerified } = user;
  const credentials = [emailKey, passwordHash, walletKey, walletVerified];
  return sha256(JSON.stringify(credentials), "base64url");
}

/**
 * Logs an account in by the answer to the challenge of a login.
 *
 * @throws CurationError CHALLENGE_INVALID, INVALID_CREDENTIALS, RATE_LIMITED
 */
export async function logInWithFactor(
  parts: Pick<AccountsParts, "ledger" | "logins" | "factors">,
  answer: FactorAnswer,
  origin: Origin = {},
): Promise<SignedIn> {
  const context = { origin, failed: () => undefined };
  const proof = await parts.factors.proveAtLogin(answer, context);
  return await signIn(parts, origin, async ({ tx, now }) => {
    const found = await tx.get(users, proof.userId);
    if (found === undefined || proofOf(found.value) !== proof.boundTo) throw changed();
    await proof.spend(tx);
    const user = { ...found.value, lastLoginAt: now };
    return { user: (await tx.replace(users, user, found.version)).value };
  });
}

function changed(): CurationError {
  const message = "A credential of the account was changed in the meantime; log in again.";
  return new CurationError("INVALID_CREDENTIALS", message);
}
