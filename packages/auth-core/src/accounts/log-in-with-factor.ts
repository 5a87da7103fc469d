/** The second step of a login, for accounts with a second factor. */

import type { FactorAnswer, Origin } from "@bourse/credentials";
import { sha256 } from "@bourse/kernel/platform";

import { wrongCredentials } from "./account-refusals.ts";
import { type AccountDocument, accounts } from "./account.ts";
import type { AccountsParts } from "./accounts-parts.ts";
import { noteLogin } from "./note-login.ts";
import { type SignedIn, signIn, subjectOf } from "./sign-in.ts";

/** Digest of what a login has proved: a challenge ends with the password and with the address. */
export function proofOf({ passwordHash, emailKey }: AccountDocument): string {
  return sha256(`${emailKey}\n${passwordHash}`, "base64url");
}

/**
 * Logs a user in by the answer to the challenge of a login.
 *
 * @throws AuthError CHALLENGE_INVALID, INVALID_CREDENTIALS, RATE_LIMITED
 */
export async function logInWithFactor(
  parts: Pick<AccountsParts, "store" | "logins" | "factors" | "audit" | "clock" | "emit">,
  answer: FactorAnswer,
  origin: Origin = {},
): Promise<SignedIn> {
  const { store, factors, audit, clock } = parts;
  const failed = (userId: string): void => audit.record("factor.failed", { userId }, origin);
  const proof = await factors.proveAtLogin(answer, { origin, failed });
  const account = (await store.get(accounts, proof.userId))?.value;
  if (account === undefined || proofOf(account) !== proof.boundTo) throw wrongCredentials();
  const signedIn = await signIn(parts, origin, async (tx) => {
    await proof.spend(tx);
    return await noteLogin(tx, account, clock.now());
  });
  const subject = subjectOf(signedIn);
  if (proof.kind === "recovery_code") audit.record("factor.recovery_code_used", subject, origin);
  audit.record("login.succeeded", subject, origin);
  return signedIn;
}
