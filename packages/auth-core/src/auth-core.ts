/** Access control without a server: accounts, sessions, API keys and records over a store and a master key. */

import {
  type AccountMailOptions,
  type LoginOptions,
  type LoginSessions,
  type MailDelivery,
  type OpenIdOptions,
  type Origin,
  type PasskeyOptions,
  type SigningKeys,
  factorChallenges,
  factorDocuments,
  heldEmails,
  loginFailures,
  loginOptionRules,
  mailOption,
  mailTokens,
  openAuditTrail,
  openIdFlows,
  openIdIdentities,
  openIdOption,
  openLogins,
  openOpenIdSignIns,
  openSecondFactors,
  passkeysOption,
  rememberedDevices,
  sessions,
  signingKeys,
} from "@bourse/credentials";
import {
  choiceOption,
  type AuditTrail,
  type Collection,
  type Entity,
  type CallSignatures,
  auditCollections,
  checkedAuditTrail,
  checkedCalls,
  integerOption,
  resolveOptions,
  textOption,
} from "@bourse/kernel";
import {
  type WebhookOptions,
  type Webhooks,
  webhookCalls,
  webhookCollections,
  webhooksOption,
} from "@bourse/outbox";

import { AccountRoles } from "./accounts/account-roles.ts";
import { accounts as accountCollection } from "./accounts/account.ts";
import { type Accounts, createAccounts } from "./accounts/accounts.ts";
import { type Registration, REGISTRATIONS } from "./accounts/admission.ts";
import { openMails } from "./accounts/open-mails.ts";
import { apiKeys as keyCollection } from "./api-keys/api-key.ts";
import { type ApiKeys, openApiKeys } from "./api-keys/api-keys.ts";
import { formerKeys } from "./api-keys/former-key.ts";
import { createKeyNotices } from "./api-keys/key-notices.ts";
import { createLastUsed } from "./api-keys/last-used.ts";
import { hasKeys } from "./api-keys/own-keys.ts";
import { type Audit, createAudit } from "./audit/audit.ts";
import { factsOfEvent } from "./audit/record-events.ts";
import {
  accountCalls,
  auditCalls,
  factorCalls,
  deviceCalls,
  guardCalls,
  keyCalls,
  mailCalls,
  openIdCalls,
  organizationCalls,
  personalDataCalls,
  registryCalls,
  sessionCalls,
  userCalls,
} from "./call-signatures.ts";
import { deviceCodes } from "./devices/device-code-document.ts";
import { createDevices, type Devices } from "./devices/devices.ts";
import { createUserDirectory, type UserDirectory } from "./directory/user-directory.ts";
import { AuthError } from "./errors.ts";
import { createFactors, type Factors } from "./factors/factors.ts";
import { type Guard, createGuard } from "./guard/guard.ts";
import { wrongArgument } from "./invalid.ts";
import { keyWindows } from "./key-use/key-limits.ts";
import { KeyUsageCounter, keyUsage } from "./key-use/key-usage.ts";
import { createMaintenance } from "./maintenance.ts";
import { createOpenId, type OpenId } from "./openid/openid.ts";
import { createAdmission } from "./organizations/create-admission.ts";
import { createEmit } from "./organizations/create-emit.ts";
import { invitations, members, organizations } from "./organizations/organization-document.ts";
import { createOrganizations, type Organizations } from "./organizations/organizations.ts";
import { permissionsOption, type Permission, type PermissionSet } from "./permissions.ts";
import { createPersonalData, type PersonalData } from "./personal-data/personal-data.ts";
import { deployments, transactions } from "./registry/records.ts";
import { type Registry, createRegistry } from "./registry/registry.ts";
import { ownerAlone, type RoleSet, rolesOption } from "./roles.ts";
import { openAuthWebhooks } from "./webhooks/open-webhooks.ts";

/** Collections of the store: the `collections` option of `createMemoryStore` and `openStore`. */
export const authCollections: readonly Collection<Entity>[] = [
  accountCollection,
  sessions,
  signingKeys,
  loginFailures,
  keyCollection,
  formerKeys,
  keyWindows,
  keyUsage,
  deployments,
  transactions,
  mailTokens,
  factorDocuments,
  factorChallenges,
  rememberedDevices,
  heldEmails,
  openIdFlows,
  openIdIdentities,
  ...webhookCollections,
  deviceCodes,
  organizations,
  members,
  invitations,
  ...auditCollections,
];

/** Options of {@link createAuthCore}; the default `issuer` is `bourse-auth`. */
export interface AuthCoreOptions<Name extends string = Permission> extends LoginOptions {
  /** Maximum number of API keys of one account that are not revoked. 1–1000. Default 1000. */
  readonly keysPerAccount?: number;
  /**
   * Days before the end of a key at which its owner is told of it, by mail and webhook. Nobody is told of a key that
   * lives no longer. 0–90, 0 for never. Default 7.
   */
  readonly keyExpiryNoticeDays?: number;
  /** Maximum number of deployments of one account. 1–1,000,000. Default 10,000. */
  readonly deploymentsPerAccount?: number;
  /** Maximum number of transactions of one account. 1–10,000,000. Default 100,000. */
  readonly transactionsPerAccount?: number;
  /**
   * Days between an owner's request to delete an account and the deletion, in which the owner can log in and cancel it.
   * 0–365. Default 7.
   */
  readonly deletionWaitDays?: number;
  /** Links for forgotten passwords, proofs of addresses and notices of changes by mail. Default: none. */
  readonly mail?: AccountMailOptions;
  /**
   * Permissions that API keys may have, of {@link definePermissions}. Default: {@link defaultPermissions}, which guard
   * the routes of the service.
   */
  readonly permissions?: PermissionSet<Name>;
  /**
   * Roles that accounts may have, of {@link defineRoles} over the same permissions. Default: `owner` alone, who has all
   * permissions. An account whose role is none of the set has none.
   */
  readonly roles?: RoleSet | undefined;
  /**
   * Registrations: by anybody (`open`), by the link of an invitation (`invite`), or by `accounts.add` alone (`closed`).
   * Default `open`.
   */
  readonly registration?: Registration;
  /** Name of the service in authenticator apps and passkeys, 1–100 characters. Default `Bourse`. */
  readonly authenticatorName?: string;
  /** Sign-in with OpenID providers; `openOpenId` of `@bourse/credentials/openid` makes the option. Default: none. */
  readonly openId?: OpenIdOptions;
  /** Passkeys as second factors, and as logins of their own. Default: none. */
  readonly passkeys?: PasskeyOptions;
  /** Webhooks of accounts: events of the account and its API keys, posted to its holder. Default: none. */
  readonly webhooks?: WebhookOptions;
}

/** Access control: the parts of one service, without HTTP. */
export interface AuthCore<Name extends string = Permission> {
  /** Registration, login, password change and disabling. */
  readonly accounts: Accounts;
  /** Second factors of accounts, and the sessions that are stepped up by them. */
  readonly factors: Factors;
  /** True where passkeys can be used, unless their library turns out to be missing. */
  readonly hasPasskeys: boolean;
  /** All accounts, for the operator: lists, numbers, disabling and enabling. */
  readonly users: UserDirectory;
  /** Refresh, logout and lists of sessions. */
  readonly sessions: LoginSessions;
  /** Creation, listing, revocation and verification of API keys. */
  readonly keys: ApiKeys<Name>;
  /** Authentication and authorisation of requests. */
  readonly guard: Guard<Name>;
  /** Registrations that the core takes. */
  readonly registration: Registration;
  /** Permissions that API keys may have; a login has those of its account's role. */
  readonly permissions: PermissionSet<Name>;
  /** Roles that accounts may have; `owner` has all permissions. */
  readonly roles: RoleSet;
  /** Organizations, their members and the invitations to them. */
  readonly organizations: Organizations;
  /** Deployments, transactions and usage: records of what callers post. */
  readonly registry: Registry;
  /** Keys that sign access tokens; `jwks()` is what other services verify tokens with. */
  readonly signingKeys: SigningKeys;
  /** Logins of devices, such as the command line, that their users approve by a short code. */
  readonly devices: Devices;
  /** Sign-in with OpenID providers, and the identities that accounts are linked with. */
  readonly openId: OpenId;
  /** Copies of all that is held about an account, and deletions of accounts. */
  readonly personalData: PersonalData;
  /** Mails of accounts; they are sent once `start` was called. */
  readonly mails: MailDelivery;
  /** Webhooks of accounts, by the id of the account; they are sent once `start` was called. */
  readonly webhooks: Webhooks;
  /** Subscription to the audit trail. */
  readonly audit: Pick<Audit, "on">;
  /** Audit trail in the store: searches and verification. */
  readonly trail: AuditTrail;
  /** Lifetime of an access token in seconds. */
  readonly expiresIn: number;
  /**
   * Background work: re-reads and rotates signing keys, deletes expired sessions and accounts whose time has
   * come, writes times of last use and figures of use of API keys. Call it every few seconds; concurrent calls share
   * one run.
   *
   * @throws StoreError
   */
  maintain(): Promise<void>;
  /** Writes times of last use and figures of use that are still in memory; call it before the store is closed. */
  close(): Promise<void>;
}

const checked = <T extends object>(
  owner: string,
  target: T,
  signatures: CallSignatures<T>,
  synchronous?: readonly (keyof T & string)[],
): T => checkedCalls(owner, target, signatures, synchronous, wrongArgument);

const RULES = {
  ...loginOptionRules("bourse-auth"),
  keysPerAccount: integerOption({ min: 1, max: 1000, default: 1000 }),
  keyExpiryNoticeDays: integerOption({ min: 0, max: 90, default: 7 }),
  deploymentsPerAccount: integerOption({ min: 1, max: 1_000_000, default: 10_000 }),
  transactionsPerAccount: integerOption({ min: 1, max: 10_000_000, default: 100_000 }),
  deletionWaitDays: integerOption({ min: 0, max: 365, default: 7 }),
  mail: mailOption,
  permissions: permissionsOption,
  roles: rolesOption,
  registration: choiceOption(REGISTRATIONS, { default: "open" }),
  authenticatorName: textOption({ default: "Bourse", maxLength: 100 }),
  openId: openIdOption,
  passkeys: passkeysOption,
  webhooks: webhooksOption,
};

/**
 * Opens access control over a store, and creates its signing keys when there are none.
 *
 * @throws KernelError OPTION_INVALID; CredentialsError SIGNING_KEYS_UNREADABLE when `masterKey` is another one than
 * that which encrypted the signing keys in the store
 */
export async function createAuthCore<Name extends string = Permission>(
  given: AuthCoreOptions<Name>,
): Promise<AuthCore<Name>> {
  const options = resolveOptions("createAuthCore", given, RULES);
  const { store, clock, ids, permissions, deletionWaitDays } = options;
  const roles = options.roles ?? ownerAlone(permissions);
  const accountRoles = new AccountRoles({ store, clock, permissions, roles });
  const audit = createAudit(clock);
  const trail = openTrail(options, audit);
  const refuse = (...given: ConstructorParameters<typeof AuthError>): AuthError =>
    new AuthError(...given);
  const logins = await openLogins(options, refuse, (action, subject, origin) =>
    audit.record(action, subject, origin),
  );
  const lastUsed = createLastUsed(store, clock, keyCollection);
  const formerLastUsed = createLastUsed(store, clock, formerKeys);
  const usage = new KeyUsageCounter(options);
  const webhooks = openAuthWebhooks(options);
  const emit = createEmit(webhooks);
  const mail = openMails(options, audit);
  const notices = createKeyNotices(store, mail);
  const uses = { lastUsed, formerLastUsed, usage };
  const keyParts = { ...options, ...uses, audit, notices, emit, roles: accountRoles };
  const opened = openApiKeys(keyParts);
  const { keys } = opened;
  const guard = createGuard(logins.sessions, opened.judge, permissions, accountRoles);
  const keyNames = (userId: string): Promise<readonly string[]> => namesOfKeys(keys, userId);
  const factors = openSecondFactors({ ...options, refuse, onClonedPasskey: noteClones(audit) });
  const admission = createAdmission({ ...options, audit, emit }, options.registration);
  const changed = (): void => {
    keys.forgetAll();
    accountRoles.clear();
  };
  const shared = { store, audit, emit, clock, ids, changed };
  const parts = { ...shared, permissions, factors, admission, mail, keyNames, logins };
  const accounts = createAccounts(parts);
  const groups = createOrganizations({ ...parts, hasKeys });
  const users = createUserDirectory({ ...parts, keys, roles });
  const pageUrl = pageUrlOf(options.mail);
  const devices = createDevices({ ...options, logins, audit, emit, pageUrl });
  const signIns = openOpenIdSignIns({ ...options, refuse });
  const openId = createOpenId({ ...parts, signIns, refuse });
  const registry = createRegistry(options);
  const removeWebhooks = (userId: string): Promise<void> => webhooks.removeAll(userId);
  const dataParts = { ...parts, registry, trail, deletionWaitDays, removeWebhooks };
  const background = { logins, mail, factors, devices, signIns, dataParts };
  const maintenance = createMaintenance({ ...uses, ...background, keyParts });
  const core: AuthCore<string> = Object.freeze({
    permissions,
    roles,
    registration: options.registration,
    accounts: checked("auth.accounts", accounts, accountCalls),
    factors: checked("auth.factors", createFactors(parts), factorCalls),
    hasPasskeys: factors.hasPasskeys,
    users: checked("auth.users", users, userCalls),
    sessions: checked<LoginSessions>("auth.sessions", logins.sessions, sessionCalls),
    keys: checked("auth.keys", keys, keyCalls, ["authenticate", "forgetAll"]),
    guard: checked("auth.guard", guard, guardCalls),
    organizations: checked("auth.organizations", groups, organizationCalls),
    registry: checked("auth.registry", registry, registryCalls),
    devices: checked<Devices>("auth.devices", devices, deviceCalls),
    openId: checked("auth.openId", openId, openIdCalls, ["providers"]),
    personalData: checked("auth.personalData", createPersonalData(dataParts), personalDataCalls),
    signingKeys: logins.signingKeys,
    mails: checked<MailDelivery>("auth.mails", mail, mailCalls),
    webhooks: checked<Webhooks>("auth.webhooks", webhooks, webhookCalls),
    audit: checked<Pick<Audit, "on">>("auth.audit", audit, auditCalls, ["on"]),
    trail: checkedAuditTrail("auth.trail", trail, wrongArgument),
    expiresIn: options.accessTokenTtlSeconds,
    maintain: () => maintenance.run(),
    close: async (): Promise<void> => {
      await Promise.all([mail.close(), webhooks.close()]);
      await maintenance.finish();
      await opened.close();
      await trail.flush();
    },
  });
  // The names are those of the option, which the compiler has lost on the way through the parts.
  return core as AuthCore<Name>;
}

/** Records the signature of a passkey whose authenticator has a double. */
function noteClones(
  audit: Pick<Audit, "record">,
): (userId: string, factorId: string, origin: Origin) => void {
  return (userId, factorId, origin) => audit.record("factor.cloned", { userId, factorId }, origin);
}

/** The audit trail, which the events of the core are written to. */
function openTrail(options: Parameters<typeof openAuditTrail>[0], audit: Audit): AuditTrail {
  const trail = openAuditTrail(options);
  audit.on((event) => {
    const facts = factsOfEvent(event);
    if (facts !== undefined) trail.append(facts);
  });
  return trail;
}

/** Address of the page of the service, where links in mails lead to as well. */
function pageUrlOf(mail: AccountMailOptions | undefined): () => string | undefined {
  const url = mail?.publicUrl;
  return typeof url === "function" ? url : () => url;
}

/** Names of the keys of an account that are accepted now, for its holder to look through. */
async function namesOfKeys(
  keys: Pick<ApiKeys<string>, "list">,
  userId: string,
): Promise<readonly string[]> {
  const held = await keys.list(userId);
  return held.filter(({ status }) => status === "active").map(({ name }) => name);
}
