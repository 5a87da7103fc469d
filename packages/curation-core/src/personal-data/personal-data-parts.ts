/** The parts that the acts on the personal data of an account share. */

import type { SecondFactors } from "@bourse/credentials";
import type { AuditTrail, Clock } from "@bourse/kernel";
import type { CoreWebhooks } from "@bourse/outbox";

import type { AccountsParts } from "../accounts/accounts-parts.ts";
import type { FindUsersParts } from "../accounts/find-users.ts";

/** Parts that the acts on personal data are built from. */
export interface PersonalDataParts extends Pick<
  AccountsParts,
  "store" | "ledger" | "logins" | "proofs" | "mail"
> {
  readonly verifier: FindUsersParts["verifier"];
  readonly factors: Pick<SecondFactors, "list" | "devices">;
  readonly webhooks: Pick<CoreWebhooks, "removeAll">;
  readonly clock: Clock;
  readonly trail: Pick<AuditTrail, "append" | "find" | "flush" | "appendIn">;
  /** Days between the request of a deletion and the deletion. */
  readonly deletionWaitDays: number;
}
