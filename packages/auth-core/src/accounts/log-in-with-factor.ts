/** The second step of a login, for accounts with a second factor. */

import type { FactorLogin, Origin } from "@bourse/credentials";
import { sha256 } from "@bourse/kernel/platform";

import { wrongCredentials } from "./account-refusals.ts";
import { type AccountDocument, accounts } from "./account.ts";
import type { AccountsParts } from "./accounts-parts.ts";
import { noteLogin } from "./note-login.ts";
import { type SignedIn, signIn, subjectOf } from "./sign-in.ts";

/** Sentence of the mail about a device that is remembered from now on. */
const REMEMBERED =
  "A device of yours is remembered from now on: logins from it need no second factor for a while.";

/** Digest of what a login has proved: a challenge ends with the password and with the address. */
export function proofOf({ passwordHash, emailKey }: AccountDocument): string {
  return sha256(`${emailKey}\n${passwordHash}`, "base64url");
}

/**
 * Logs a user in by the answer to the challenge of a login, and remembers the device where its holder wants so.
 *
 * @throws AuthError CHALLENGE_INVALID, INVALID_CREDENTIALS, RATE_LIMITED
 */
export async function logInWithFactor(
  parts: Pick<AccountsParts, "store" | "logins" | "factors" | "audit" | "clock" | "emit" | "mail">,
  { remember = false, deviceSecret: replaces, ...answer }: FactorLogin,
  origin: Origin = {},
): Promise<SignedIn> {
  const { store, factors, audit, clock, mail } = parts;
  const failed = (userId: string): void => audit.record("factor.failed", { userId }, origin);
  const proof = await factors.proveAtLogin(answer, { origin, failed });
  const account = (await store.get(accounts, proof.userId))?.value;
  if (account === undefined || proofOf(account) !== proof.boundTo) throw wrongCredentials();
  const { id: userId, email: to, name } = account;
  const notice = remember
    ? await mail.prepareNotice({ kind: "devices_changed", to, name, keys: [], change: REMEMBERED })
    : undefined;
  let deviceId: string | undefined;
  const signedIn = await signIn(parts, origin, {
    open: async (tx) => {
      await proof.spend(tx);
      return await noteLogin(tx, account, clock.now());
    },
    permissions: proof.permissions,
    remember: async (tx) => {
      if (!remember) return null;
      const added = await factors.remember(tx, { userId, origin, replaces });
      deviceId = added?.id;
      if (added !== null) await mail.add(tx, notice);
      return added;
    },
  });
  if (deviceId !== undefined) audit.record("device.remembered", { userId, deviceId }, origin);
  const subject = subjectOf(signedIn);
  if (proof.kind === "recovery_code") audit.record("factor.recovery_code_used", subject, origin);
  audit.record("login.succeeded", subject, origin);
  return signedIn;
}
