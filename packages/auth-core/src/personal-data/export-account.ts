/** The copy of all that is held about an account, without secrets. */

import {
  auditRowsAbout,
  type Factor,
  identityView,
  type LimitExports,
  openIdIdentities,
  type OpenIdIdentity,
  ownedBy,
  type RememberedDevice,
  type Session,
} from "@bourse/credentials";
import type { AuditRow } from "@bourse/kernel";

import { noAccount } from "../accounts/account-refusals.ts";
import { roleOf } from "../accounts/account-roles.ts";
import { type AccountDocument, accounts, type User, userOf } from "../accounts/account.ts";
import { apiKeys, type ApiKeyView, viewOf } from "../api-keys/api-key.ts";
import { type FormerKey, type FormerKeyDocument, formerKeys } from "../api-keys/former-key.ts";
import type { Organization } from "../organizations/organization.ts";
import { listOrganizations } from "../organizations/own-organizations.ts";
import {
  type DeploymentDocument,
  deployments,
  type TransactionDocument,
  transactions,
} from "../registry/records.ts";
import type { Usage } from "../registry/usage.ts";
import type { PersonalDataParts } from "./personal-data-parts.ts";

/** Profile of an exported account. All times in milliseconds since the Unix epoch (UTC). */
export interface ExportedProfile extends User {
  /** Status of the account; an exported one can log in. */
  readonly status: AccountDocument["status"];
  /** Role that bounds what the account may do; `owner` may do everything. */
  readonly role: string;
  /** Time of the registration. */
  readonly createdAt: number;
  /** Time of the last change of the password, or of the registration. */
  readonly passwordChangedAt: number;
  /** Time at which the owner proved the e-mail address; null until then. */
  readonly emailVerifiedAt: number | null;
  /** Time of the last login or of the registration, at most a minute too early; null where it was not recorded. */
  readonly lastLoginAt: number | null;
  /** Time of the deletion that waits; null for none. */
  readonly deletesAt: number | null;
}

/** An API key of an exported account, revoked ones included. */
export interface ExportedApiKey extends ApiKeyView<string> {
  /** Time of the revocation in milliseconds since the Unix epoch (UTC); null for a key that was not revoked. */
  readonly revokedAt: number | null;
}

/** All that is held about an account. All times in milliseconds since the Unix epoch (UTC). */
export interface AccountExport {
  /** Time of the copy. */
  readonly exportedAt: number;
  /** The account itself, without its password hash. */
  readonly profile: ExportedProfile;
  /** Live sessions, newest first. */
  readonly sessions: readonly Session[];
  /** Second factors without their secrets. */
  readonly factors: readonly Factor[];
  /** Remembered devices without their secrets, newest first. */
  readonly rememberedDevices: readonly RememberedDevice[];
  /** Identities at OpenID providers that sign in to the account, newest first. */
  readonly identities: readonly OpenIdIdentity[];
  /** API keys without the keys themselves, which nobody has but their holders. */
  readonly apiKeys: readonly ExportedApiKey[];
  /** Deployments, newest first. */
  readonly deployments: readonly DeploymentDocument[];
  /** Transactions, newest first. */
  readonly transactions: readonly TransactionDocument[];
  /** Organizations that the account is a member of. */
  readonly organizations: readonly Organization[];
  /** Usage of the present month. */
  readonly usage: Usage;
  /** Newest rows of the audit trail about the account, at most 10,000. */
  readonly audit: readonly AuditRow[];
}

type Parts = Pick<
  PersonalDataParts,
  "store" | "logins" | "factors" | "registry" | "trail" | "clock"
>;

/** Copies what is held about an account; `limit` bounds the copies of this core. @throws AuthError NOT_FOUND, BUSY */
export async function exportAccount(
  parts: Parts,
  limit: LimitExports,
  userId: string,
): Promise<AccountExport> {
  return await limit(() => copyOf(parts, userId));
}

async function copyOf(parts: Parts, userId: string): Promise<AccountExport> {
  const { store, clock } = parts;
  const account = (await store.get(accounts, userId))?.value;
  if (account === undefined) throw noAccount();
  const exportedAt = clock.now();
  const sessions = await parts.logins.sessions.list(userId);
  const keys = await ownedBy(store, apiKeys, userId);
  const replaced = await ownedBy(store, formerKeys, userId);
  return {
    exportedAt,
    profile: profileOf(account),
    sessions,
    factors: await parts.factors.list(userId),
    rememberedDevices: await parts.factors.devices(userId),
    identities: (await ownedBy(store, openIdIdentities, userId)).map(identityView),
    apiKeys: keys.map((key) => ({
      ...viewOf(key, key, formerOf(replaced, key.id, exportedAt), exportedAt),
      revokedAt: key.revokedAt,
    })),
    deployments: await ownedBy(store, deployments, userId),
    transactions: await ownedBy(store, transactions, userId),
    organizations: await listOrganizations({ store }, userId),
    usage: await parts.registry.usage(userId, sessions.length),
    audit: await auditRowsAbout(parts.trail, userId),
  };
}

function formerOf(
  replaced: readonly FormerKeyDocument[],
  keyId: string,
  now: number,
): readonly FormerKey[] {
  return replaced
    .filter((one) => one.keyId === keyId && one.until > now)
    .map(({ prefix, until, lastUsedAt }) => ({ prefix, validUntil: until, lastUsedAt }));
}

function profileOf(account: AccountDocument): ExportedProfile {
  const { status, createdAt, passwordChangedAt } = account;
  const { emailVerifiedAt = null, lastLoginAt = null, deletesAt = null } = account;
  const times = { createdAt, passwordChangedAt, emailVerifiedAt, lastLoginAt, deletesAt };
  return { ...userOf(account), status, role: roleOf(account), ...times };
}
