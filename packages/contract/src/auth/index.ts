export {
  LoggedOut,
  LoginRequest,
  LogoutRequest,
  Refreshed,
  RefreshRequest,
  Registered,
  RegisterRequest,
  TokenPair,
  User,
} from "./accounts.ts";
export { AuthAuditAction } from "./audit.ts";
export { AuditEntry, AuditOutcome, AuditQuery, type AuditQueryInput } from "../audit/entry.ts";
export {
  ApiKeyDetail,
  ApiKeyItem,
  ApiKeyQuery,
  type ApiKeyQueryInput,
  CreatedApiKey,
  KeyVerdict,
  NewApiKey,
  RevokedApiKey,
  VerifyQuery,
  type VerifyQueryInput,
  VerifyRequest,
} from "./api-keys.ts";
export { authApi, authApiAt, documentedAuthApi, type AuthApi } from "./api.ts";
export { Deployment, NewDeployment } from "./deployments.ts";
export {
  DeviceCodes,
  DeviceDecision,
  DeviceRequest,
  DeviceTokenRequest,
  UserCode,
  WaitingDevice,
} from "./devices.ts";
export {
  authDiscoveryApi,
  AuthHealth,
  documentedAuthDiscoveryApi,
  JsonWebKeySet,
  type PublicKey,
  type AuthDiscoveryApi,
} from "./discovery.ts";
export {
  Factor,
  FactorAnswer,
  FactorLogin,
  FactorRemoved,
  NewTotp,
  RecoveryCodes,
  TotpConfirmation,
} from "./factors.ts";
export { IdentityUnlinked, OpenIdCode, OpenIdProvider } from "../openid/forms.ts";
export { LinkedIdentity, OpenIdLogin } from "./openid.ts";
export { DeviceForgotten, RememberedDevice } from "./remembered-devices.ts";
export {
  Invitation,
  InvitationProof,
  InvitationQuery,
  NewInvitation,
  RevokedInvitation,
} from "./invitations.ts";
export {
  DeletedOrganization,
  Member,
  MemberChange,
  NewOrganization,
  Organization,
  OrganizationRole,
  RemovedMember,
} from "./organizations.ts";
export { AddedPasskey, NewPasskey, PasskeyLogin, PasskeyUse } from "./passkeys.ts";
export {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from "../passkeys/forms.ts";
export { Permission, RecordStatus } from "./fields.ts";
export { EmailChange, Me, PasswordChange, PasswordChanged, ProfileChange } from "./own-account.ts";
export { FormerKey, KeyLimits, NewKeyLimits } from "./key-limits.ts";
export {
  ApiKeyChange,
  KeyRotation,
  KeyUsage,
  KeyUsageQuery,
  type KeyUsageQueryInput,
} from "./managed-keys.ts";
export type { AuthApiOf, WithPermissions } from "./own-permissions.ts";
export {
  AccountExport,
  DeletionRequest,
  type ExportedApiKey,
  type ExportedProfile,
  PlannedDeletion,
} from "./personal-data.ts";
export {
  OwnedRecordQuery,
  type OwnedRecordQueryInput,
  OwnerQuery,
  RecordQuery,
  StatusChange,
  type RecordQueryInput,
} from "./records.ts";
export { EmailState, EmailVerification, ForgottenPassword, PasswordReset } from "./recovery.ts";
export { authRoutes } from "./routes.ts";
export { authService, usersService } from "./service.ts";
export { Session, SessionEnded } from "./sessions.ts";
export {
  NewTransaction,
  OwnedTransactionQuery,
  Transaction,
  TransactionQuery,
} from "./transactions.ts";
export { Usage, type Period } from "./usage.ts";
export { RoleChange, UserDetail, UserItem, UserQuery, userRoutes } from "./users.ts";
export {
  DeletedWebhook,
  NewWebhook,
  Webhook,
  WebhookChange,
  WebhookDelivery,
  WebhookEvent,
  WebhookRotation,
  WebhookWithSecret,
} from "./webhooks.ts";
