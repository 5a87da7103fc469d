/** The parts that the API keys are built from, and those that the acts on them share. */

import type { Clock, Ids, Store, Transaction } from "@bourse/kernel";

import type { AccountRoles } from "../accounts/account-roles.ts";
import type { Audit } from "../audit/audit.ts";
import type { KeyLimiter } from "../key-use/key-limits.ts";
import type { KeyUsageCounter } from "../key-use/key-usage.ts";
import type { Notices } from "../organizations/organizations-parts.ts";
import type { PermissionSet } from "../permissions.ts";
import type { EmitAuthEvent } from "../webhooks/auth-events.ts";
import type { ApiKeyDocument } from "./api-key.ts";
import type { LastUsed } from "./last-used.ts";
import type { ValidKeys } from "./valid-keys.ts";

/** Owner of a key. */
type KeyOwner = Pick<ApiKeyDocument, "userId" | "organizationId">;

/** Notices to the owner of keys that were changed. */
export interface KeyNotices {
  /** Prepares notices with a sentence about the change: to the account, or to the owners of the organization. */
  readonly prepare: (owner: KeyOwner, change: string) => Promise<Notices>;
  /** Adds prepared notices in the transaction of the change. */
  readonly add: (tx: Transaction, notices: Notices) => Promise<void>;
}

/** Parts that the API keys are built from. */
export interface ApiKeysParts {
  readonly store: Store;
  readonly lastUsed: LastUsed;
  /** Last uses of keys that a rotation has replaced. */
  readonly formerLastUsed: LastUsed;
  readonly usage: KeyUsageCounter;
  readonly audit: Audit;
  readonly notices: KeyNotices;
  /** Adds events for webhooks. */
  readonly emit: EmitAuthEvent;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Permissions that a key may have. */
  readonly permissions: PermissionSet;
  /** Roles of the accounts that own keys. */
  readonly roles: Pick<AccountRoles, "within">;
  /** Maximum number of keys of one account that are not revoked. */
  readonly keysPerAccount: number;
}

/** The parts that the acts on API keys share. */
export interface ApiKeyActParts extends ApiKeysParts {
  readonly valid: ValidKeys;
  readonly limiter: KeyLimiter;
}
