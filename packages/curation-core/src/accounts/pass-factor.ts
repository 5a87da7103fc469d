/** The second factor of a login, which a remembered device stands for. */

import type { AddedDevice, Origin } from "@bourse/credentials";

import type { UserDocument } from "../users/user-document.ts";
import type { AccountsParts } from "./accounts-parts.ts";
import { proofOf } from "./log-in-with-factor.ts";
import { prepareNotice } from "./notices.ts";

/** Sentence of the mail about a secret that was used after its login had replaced it. */
const COPIED =
  "A login came with a secret of a remembered device that an earlier login had replaced: somebody may have copied it. The device was forgotten, and the sessions that it had opened were ended.";

/** Whoever shows a secret that was replaced, it need not be the account. */
const REFUSED = { actor: "anonymous", outcome: "refused", code: "FACTOR_REQUIRED" } as const;

/**
 * Passes for an account without factors, and from a remembered device, with its next secret; else null.
 *
 * @throws CurationError FACTOR_REQUIRED
 */
export async function passFactor(
  { factors, mail, logins, trail }: Pick<AccountsParts, "factors" | "mail" | "logins" | "trail">,
  user: UserDocument,
  secret: string | undefined,
  origin: Origin,
): Promise<AddedDevice | null> {
  const { id: account } = user;
  const notice =
    secret === undefined ? undefined : await prepareNotice(mail, user, "devices_changed", COPIED);
  return await factors.requireAtLogin(account, proofOf(user), {
    secret,
    origin,
    copied: (tx) => mail.add(tx, notice),
    ended: (subject, sessionIds) => {
      logins.sessions.settle(sessionIds);
      const address = origin.ip ?? null;
      trail.append({ action: "device.copied", account, address, subject, ...REFUSED });
    },
  });
}
