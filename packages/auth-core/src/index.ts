export type {
  NewWebhook,
  Webhook,
  WebhookChange,
  WebhookDelivery,
  WebhookDeliveryPage,
  WebhookOptions,
  Webhooks,
  WebhookWithSecret,
} from "@bourse/outbox";
export type { AccountMailOptions, MailDelivery } from "@bourse/credentials";
export { MASTER_KEY_FORM, masterKeyOf } from "@bourse/credentials";
export type {
  AddedPasskey,
  Factor,
  FactorAnswer,
  FactorKind,
  FactorLogin,
  NewPasskey,
  NewTotp,
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
  RememberedDevice,
  TotpConfirmation,
} from "@bourse/credentials";
export type { LoginSessions, Origin, Refreshed, Session } from "@bourse/credentials";
export type {
  FinishedSignIn,
  OpenIdAnswer,
  OpenIdClient,
  OpenIdIdentity,
  OpenIdOptions,
  OpenIdProof,
  OpenIdProvider,
  OpenIdRequest,
  RedeemedCode,
  SignInFailure,
} from "@bourse/credentials";
export type { User } from "./accounts/account.ts";
export { type Registration, REGISTRATIONS } from "./accounts/admission.ts";
export type { NewAccount } from "./accounts/register.ts";
export type { Accounts } from "./accounts/accounts.ts";
export type { EmailState } from "./accounts/verify-email.ts";
export type { SignedIn } from "./accounts/sign-in.ts";
export {
  type ListedUser,
  USER_STATUSES,
  type UserDetail,
  type UserDirectory,
  type UserQuery,
  type UserStatus,
} from "./directory/user-directory.ts";
export type { ApiKeyView } from "./api-keys/api-key.ts";
export type { KeyListOptions, KeyPageOptions } from "./api-keys/own-keys.ts";
export type { ApiKeys } from "./api-keys/api-keys.ts";
export type { FormerKey } from "./api-keys/former-key.ts";
export type { KeyRotation } from "./api-keys/rotate-api-key.ts";
export type { ApiKeyChange } from "./api-keys/update-api-key.ts";
export type { KeyCounts, KeyLimits } from "./key-use/key-limits.ts";
export type { KeyUsage } from "./key-use/key-usage.ts";
export type { UsageSums } from "./key-use/usage-sums.ts";
export type { KeyRequest } from "./key-use/restrictions.ts";
export type { KeyHolder } from "./api-keys/authenticate-by-key.ts";
export type { CreatedApiKey, NewApiKey } from "./api-keys/create-api-key.ts";
export type { KeyToVerify, KeyVerdict } from "./api-keys/verify-api-key.ts";
export type { WaitingDevice } from "./devices/decide-device.ts";
export type { Devices } from "./devices/devices.ts";
export type { DeviceLogin, DeviceRequest } from "./devices/request-device-login.ts";
export type { PasskeyLogin } from "./accounts/log-in-by-passkey.ts";
export type { NarrowedLogin } from "./accounts/narrowed-login.ts";
export type { OpenId } from "./openid/openid.ts";
export type { Audit, AuditAction, AuditEvent, AuditSubject, RoleChange } from "./audit/audit.ts";
export {
  type AuthCore,
  type AuthCoreOptions,
  authCollections,
  createAuthCore,
} from "./auth-core.ts";
export {
  isAuthError,
  AuthError,
  type AuthErrorCode,
  type AuthErrorDetails,
  type FactorChallenge,
} from "./errors.ts";
export type { AccountSession, Factors } from "./factors/factors.ts";
export {
  type Credentials,
  type Guard,
  IDENTITY_REFUSALS,
  type Identity,
  type IdentityRefusal,
  type IdentityVerdict,
  requirePermission,
} from "./guard/guard.ts";
export type { InvitationProof } from "./organizations/accept-invitation.ts";
export type { Invitation } from "./organizations/invitation.ts";
export type { NewInvitation } from "./organizations/invite.ts";
export type { Member } from "./organizations/list-members.ts";
export {
  ORGANIZATION_ROLES,
  type OrganizationRole,
} from "./organizations/organization-document.ts";
export type { Organization } from "./organizations/organization.ts";
export type { Organizations } from "./organizations/organizations.ts";
export type { ListOptions, RecordPage } from "./page.ts";
export type {
  AccountExport,
  ExportedApiKey,
  ExportedProfile,
} from "./personal-data/export-account.ts";
export type { PersonalData } from "./personal-data/personal-data.ts";
export {
  defaultPermissions,
  definePermissions,
  type Permission,
  type PermissionDefinition,
  type PermissionOf,
  PERMISSIONS,
  type PermissionSet,
  permits,
} from "./permissions.ts";
export { defineRoles, type RoleSet } from "./roles.ts";
export {
  type DeploymentDocument,
  mayMove,
  RECORD_STATUSES,
  type RecordStatus,
  type TransactionDocument,
} from "./registry/records.ts";
export type { Registry } from "./registry/registry.ts";
export type { Usage } from "./registry/usage.ts";
export { AUTH_EVENTS, type AuthEvent } from "./webhooks/auth-events.ts";
