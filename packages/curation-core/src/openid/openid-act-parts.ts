import type { AccountsParts } from "../accounts/accounts-parts.ts";

/** Parts that sign-ins with OpenID providers are built from. */
export type OpenIdActParts = Pick<
  AccountsParts,
  "store" | "ledger" | "logins" | "factors" | "mail" | "trail" | "webhooks" | "signIns"
>;
