/** The deployment service's access control as a table: paths under `/api/v1`, camelCase, in an envelope. */

import * as z from "zod";

import { AuditEntry } from "../audit/entry.ts";
import { checkGiven } from "../check-given.ts";
import { OpenIdProvider } from "../openid/forms.ts";
import { defineApi, type Api } from "../route/api.ts";
import { documented, type DocumentedApi } from "../route/docs.ts";
import { envelope } from "../wire/envelope.ts";
import { envelopeErrors } from "../wire/error-schemas.ts";
import { accountNotes, Registered, TokenPair, User } from "./accounts.ts";
import { ApiKeyDetail, ApiKeyItem, apiKeyNotes, CreatedApiKey, KeyVerdict } from "./api-keys.ts";
import { auditNotes } from "./audit.ts";
import { Deployment, deploymentNotes } from "./deployments.ts";
import { DeviceCodes, deviceNotes, WaitingDevice } from "./devices.ts";
import { Factor, factorNotes, NewTotp, RecoveryCodes } from "./factors.ts";
import { Permission, RecordStatus } from "./fields.ts";
import { Invitation, invitationNotes } from "./invitations.ts";
import { FormerKey, KeyLimits } from "./key-limits.ts";
import { KeyUsage, managedKeyNotes } from "./managed-keys.ts";
import { LinkedIdentity, openIdNotes } from "./openid.ts";
import { Member, Organization, organizationNotes, OrganizationRole } from "./organizations.ts";
import { Me, ownAccountNotes } from "./own-account.ts";
import { type AuthApiOf, withPermissions } from "./own-permissions.ts";
import { AddedPasskey, passkeyNotes } from "./passkeys.ts";
import { AccountExport, personalDataNotes, PlannedDeletion } from "./personal-data.ts";
import { EmailState, recoveryNotes } from "./recovery.ts";
import { RememberedDevice, rememberedDeviceNotes } from "./remembered-devices.ts";
import { authRoutes } from "./routes.ts";
import { authService, usersService } from "./service.ts";
import { Session, sessionNotes } from "./sessions.ts";
import { Transaction, transactionNotes } from "./transactions.ts";
import { Usage, usageNotes } from "./usage.ts";
import { UserDetail, UserItem, userNotes, userRoutes } from "./users.ts";
import {
  Webhook,
  WebhookDelivery,
  WebhookEvent,
  webhookNotes,
  WebhookWithSecret,
} from "./webhooks.ts";

type AuthRoutes = typeof authRoutes & typeof userRoutes;

/** The access control API; handlers and mocks are typed by it. */
export const authApi: Api<AuthRoutes> = defineApi<AuthRoutes>({
  ...authService,
  security: { ...authService.security, ...usersService.security },
  title: "Bourse access control",
  version: "1",
  wire: envelope,
  routes: { ...authRoutes, ...userRoutes },
});

/** The type of {@link authApi}. */
export type AuthApi = typeof authApi;

/**
 * The same API under another prefix, such as `/auth-service/v1`; the empty one puts it at the root.
 *
 * @throws ContractError ARGUMENT_INVALID
 */
export function authApiAt(prefix: string): AuthApi;
/**
 * The same API under another prefix, with a host's own permissions in place of the four: `permissions.names` of a core.
 *
 * @throws ContractError ARGUMENT_INVALID
 */
export function authApiAt<Name extends string>(
  prefix: string,
  permissions: readonly Name[],
): AuthApiOf<Name>;
export function authApiAt(
  prefix: string,
  permissions: readonly string[] = Permission.options,
): unknown {
  checkGiven("authApiAt", "prefix", z.string(), prefix);
  checkGiven("authApiAt", "permissions", z.array(z.string()).min(1), permissions);
  const isDefault = permissions.join() === Permission.options.join();
  const routes = isDefault ? authApi.routes : withPermissions(authApi.routes, permissions);
  return { ...authApi, basePath: prefix, routes };
}

/** {@link authApi} with its documentation, without the texts of `@bourse/documents`. */
export const documentedAuthApi: DocumentedApi<AuthRoutes> = documented(authApi, {
  routes: {
    ...accountNotes(),
    ...ownAccountNotes(),
    ...recoveryNotes(),
    ...factorNotes(),
    ...rememberedDeviceNotes(),
    ...passkeyNotes(),
    ...personalDataNotes(),
    ...deviceNotes(),
    ...openIdNotes(),
    ...sessionNotes(),
    ...apiKeyNotes(),
    ...managedKeyNotes(),
    ...deploymentNotes(),
    ...transactionNotes(),
    ...usageNotes(),
    ...webhookNotes(),
    ...organizationNotes(),
    ...invitationNotes(),
    ...auditNotes(),
    ...userNotes(),
  },
  description:
    "Accounts with access tokens and API keys, and the records of deployments, transactions and usage that they guard.",
  tags: {
    accounts: "Registration, login, tokens and the caller's own account.",
    "second factors": "Authenticator apps, recovery codes, remembered devices and step-up.",
    "sign-in with others": "OpenID providers, and the identities that sign in to an account.",
    sessions: "The caller's logins, listed and ended.",
    "api keys": "Keys for programs: created, listed, verified, revoked.",
    deployments: "Records of deployments.",
    transactions: "Records of transactions.",
    billing: "Figures of usage.",
    organizations: "Accounts that own API keys together: members, roles, invitations.",
    webhooks: "Events of the account, posted to its holder, signed.",
    audit: "The audit trail.",
    users: "All accounts, for the operator.",
  },
  errors: envelopeErrors,
  schemas: {
    AccountExport,
    ApiKeyDetail,
    ApiKeyItem,
    AuditEntry,
    CreatedApiKey,
    Deployment,
    DeviceCodes,
    EmailState,
    FormerKey,
    KeyLimits,
    KeyUsage,
    AddedPasskey,
    Factor,
    RememberedDevice,
    KeyVerdict,
    LinkedIdentity,
    Invitation,
    Me,
    Member,
    NewTotp,
    OpenIdProvider,
    Organization,
    OrganizationRole,
    Permission,
    PlannedDeletion,
    RecordStatus,
    RecoveryCodes,
    Registered,
    Session,
    TokenPair,
    Transaction,
    Usage,
    User,
    UserDetail,
    UserItem,
    Webhook,
    WebhookDelivery,
    WebhookEvent,
    WebhookWithSecret,
    WaitingDevice,
  },
});
