/** The parts that the acts of sign-ins share. */

import type { OpenIdSignIns, RefuseOpenId } from "@bourse/credentials";

import type { AccountsParts } from "../accounts/accounts-parts.ts";

/** Parts that sign-ins with OpenID providers are built from. */
export interface OpenIdActParts extends Omit<AccountsParts, "changed"> {
  readonly signIns: OpenIdSignIns;
  /** Makes the errors of the core. */
  readonly refuse: RefuseOpenId;
}
