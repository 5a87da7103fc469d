/** The second step of a login, for accounts with a second factor. */

import type { FactorLogin, Origin } from "@bourse/credentials";
import { sha256 } from "@bourse/kernel/platform";

import { CurationError } from "../errors.ts";
import { type UserDocument, users } from "../users/user-document.ts";
import type { AccountsParts } from "./accounts-parts.ts";
import { prepareNotice } from "./notices.ts";
import { type SignedIn, type SignInParts, signIn } from "./sign-in.ts";

/** Sentence of the mail about a device that is remembered from now on. */
const REMEMBERED =
  "A device of yours is remembered from now on: logins from it need no second factor for a while.";

/** Digest of the credentials of an account: a challenge ends when one of them changes. */
export function proofOf(user: UserDocument): string {
  const { emailKey, passwordHash, walletKey, walletVerified } = user;
  const credentials = [emailKey, passwordHash, walletKey, walletVerified];
  return sha256(JSON.stringify(credentials), "base64url");
}

/**
 * Logs an account in by the answer to the challenge of a login, and remembers the device where its holder wants so.
 *
 * @throws CurationError CHALLENGE_INVALID, INVALID_CREDENTIALS, RATE_LIMITED
 */
export async function logInWithFactor(
  parts: SignInParts & Pick<AccountsParts, "store" | "factors">,
  { remember = false, deviceSecret: replaces, ...answer }: FactorLogin,
  origin: Origin = {},
): Promise<SignedIn> {
  const { store, factors, mail, trail } = parts;
  const context = { origin, failed: () => undefined };
  const proof = await factors.proveAtLogin(answer, context);
  const { userId } = proof;
  const before = (await store.get(users, userId))?.value;
  const notice =
    remember && before !== undefined
      ? await prepareNotice(mail, before, "devices_changed", REMEMBERED)
      : undefined;
  let deviceId: string | undefined;
  const signedIn = await signIn(parts, origin, async ({ tx, now }) => {
    const found = await tx.get(users, userId);
    if (found === undefined || proofOf(found.value) !== proof.boundTo) throw changed();
    await proof.spend(tx);
    const remembered = remember ? await factors.remember(tx, { userId, origin, replaces }) : null;
    deviceId = remembered?.id;
    if (remembered !== null) await mail.add(tx, notice);
    const user = { ...found.value, lastLoginAt: now };
    return { user: (await tx.replace(users, user, found.version)).value, remembered };
  });
  if (deviceId !== undefined) {
    const by = { actor: `user:${userId}`, account: userId, address: origin.ip ?? null };
    trail.append({ action: "device.remembered", ...by, subject: deviceId });
  }
  return signedIn;
}

function changed(): CurationError {
  const message = "A credential of the account was changed in the meantime; log in again.";
  return new CurationError("INVALID_CREDENTIALS", message);
}
