/** The second factor of a login, which a remembered device stands for. */

import type { AddedDevice, Origin } from "@bourse/credentials";
import { hasCode } from "@bourse/kernel";

import type { AccountDocument } from "./account.ts";
import type { AccountsParts } from "./accounts-parts.ts";
import { proofOf } from "./log-in-with-factor.ts";
import type { NarrowedLogin } from "./narrowed-login.ts";

/** Sentence of the mail about a secret that was used after its login had replaced it. */
const COPIED =
  "A login came with a secret of a remembered device that an earlier login had replaced: somebody may have copied it. The device was forgotten, and the sessions that it had opened were ended.";

/**
 * Passes for an account without factors, and from a remembered device, with its next secret; else null.
 *
 * @throws AuthError FACTOR_REQUIRED
 */
export async function passFactor(
  parts: Pick<AccountsParts, "factors" | "mail" | "logins" | "audit">,
  account: AccountDocument,
  { secret, permissions }: { readonly secret: string | undefined } & NarrowedLogin,
  origin: Origin,
): Promise<AddedDevice | null> {
  const { factors, mail, audit } = parts;
  const { id: userId, email: to, name } = account;
  const notice =
    secret === undefined
      ? undefined
      : await mail.prepareNotice({ kind: "devices_changed", to, name, keys: [], change: COPIED });
  const device = {
    secret,
    origin,
    copied: (tx: Parameters<typeof mail.add>[0]) => mail.add(tx, notice),
    ended: (deviceId: string, sessionIds: readonly string[]) => {
      parts.logins.sessions.settle(sessionIds);
      audit.record("device.copied", { userId, deviceId }, origin);
    },
  };
  try {
    return await factors.requireAtLogin(userId, proofOf(account), device, permissions);
  } catch (error) {
    if (hasCode(error, "FACTOR_REQUIRED")) {
      audit.record("login.factor_required", { userId }, origin);
    }
    throw error;
  }
}
