/** The parts that the acts on organizations share. */

import type { AccountMail, PreparedMail } from "@bourse/credentials";
import type { Clock, Ids, Store, StoreReader, Transaction } from "@bourse/kernel";

import type { Audit } from "../audit/audit.ts";
import type { EmitAuthEvent } from "../webhooks/auth-events.ts";

/** Parts that organizations are built from. */
export interface OrganizationsParts {
  readonly store: Store;
  readonly mail: Pick<AccountMail, "prepareInvitation" | "prepareNotice" | "add">;
  readonly audit: Audit;
  /** Adds events for webhooks. */
  readonly emit: EmitAuthEvent;
  readonly clock: Clock;
  readonly ids: Ids;
  /** True while an organization has API keys that are not revoked. */
  readonly hasKeys: (
    reader: Pick<StoreReader, "count">,
    organizationId: string,
  ) => Promise<boolean>;
  /** Called after the rights of somebody have changed in this process. */
  readonly changed: () => void;
}

/** Prepared notices, added in the transaction of the change. */
export type Notices = readonly (PreparedMail | undefined)[];

/** Adds notices in the transaction of the change. */
export async function addNotices(
  { mail }: Pick<OrganizationsParts, "mail">,
  tx: Transaction,
  notices: Notices,
): Promise<void> {
  for (const notice of notices) await mail.add(tx, notice);
}
