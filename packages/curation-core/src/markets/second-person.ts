/** The rule that no admin decides about their own market or about the dispute of their own resolution. */

import { type Actor, forbidden } from "../actor.ts";
import type { UnitOfWork } from "../ledger/ledger.ts";
import { users } from "../users/user-document.ts";
import type { MarketDocument } from "./market-document.ts";

/** Review and resolution of what an admin wrote: never by that admin, or not as long as another admin can do it. */
export type FourEyes = "admins-excepted" | "strict";

/**
 * Checks that an admin may resolve or invalidate a market: not after a dispute of their own resolution, and not when
 * they wrote its draft, unless there is no other admin who may and four eyes are not strict.
 *
 * @throws CurationError FORBIDDEN
 */
export async function requireSecondPerson(
  { tx }: UnitOfWork,
  actor: Actor,
  { state, resolution, creatorId }: MarketDocument,
  fourEyes: FourEyes,
): Promise<void> {
  const disputed = state === "disputed" ? resolution?.resolvedBy : undefined;
  if (disputed === actor.id) {
    throw forbidden("You made the disputed resolution; another admin has to settle the dispute.");
  }
  if (creatorId !== actor.id) return;
  const admins = await tx.count(users, { index: "by_admin", equals: [true] });
  const resolver = disputed === undefined ? undefined : await tx.get(users, disputed);
  const others = admins - 1 - (resolver?.value.isAdmin === true ? 1 : 0);
  if (others > 0 || fourEyes === "strict") {
    throw forbidden("You wrote this market's draft; another admin has to resolve it.");
  }
}
