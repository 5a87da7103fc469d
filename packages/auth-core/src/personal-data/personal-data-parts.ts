/** The parts that the acts on the personal data of an account share. */

import type { AuditTrail } from "@bourse/kernel";

import type { AccountsParts } from "../accounts/accounts-parts.ts";
import type { Registry } from "../registry/registry.ts";

/** Parts that the acts on personal data are built from. */
export interface PersonalDataParts extends Pick<
  AccountsParts,
  "store" | "logins" | "factors" | "mail" | "audit" | "clock" | "changed"
> {
  readonly registry: Pick<Registry, "usage">;
  readonly trail: Pick<AuditTrail, "find" | "flush" | "appendIn">;
  /** Removes the webhooks of an account, with their deliveries. */
  readonly removeWebhooks: (userId: string) => Promise<void>;
  /** Days between the request of a deletion and the deletion. */
  readonly deletionWaitDays: number;
}
