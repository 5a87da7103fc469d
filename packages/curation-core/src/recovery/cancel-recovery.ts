/** The owner's refusal of a recovery that waits. */

import type { Origin } from "@bourse/credentials";

import { endRecoveries, tellEnded } from "../accounts/end-recoveries.ts";
import type { Actor } from "../actor.ts";
import { CurationError } from "../errors.ts";
import { readAccount } from "../users/user-document.ts";
import type { WalletRecoveryParts } from "./wallet-recovery-parts.ts";

/** Ends the recoveries of the actor's account. @throws CurationError NOT_FOUND when none waits */
export async function cancelRecovery(
  parts: WalletRecoveryParts,
  actor: Actor,
  origin: Origin = {},
): Promise<void> {
  const user = await parts.ledger.run(async (unit) => {
    const { value } = await readAccount(unit.tx, actor.id);
    if ((value.recoveries ?? []).length === 0) {
      throw new CurationError("NOT_FOUND", "No recovery of this account is waiting.");
    }
    return await endRecoveries(parts, unit, value);
  });
  await tellEnded(parts, user, origin);
}
