export type { LoginSessions, Origin, Refreshed, Session } from "@bourse/credentials";
export type { User } from "./accounts/account.ts";
export type { Accounts, SignedIn } from "./accounts/accounts.ts";
export {
  type ListedUser,
  USER_STATUSES,
  type UserDetail,
  type UserDirectory,
  type UserQuery,
  type UserStatus,
} from "./accounts/user-directory.ts";
export type { ApiKeyView } from "./api-keys/api-key.ts";
export type {
  ApiKeys,
  CreatedApiKey,
  KeyHolder,
  KeyVerdict,
  NewApiKey,
} from "./api-keys/api-keys.ts";
export type { Audit, AuditAction, AuditEvent, AuditSubject } from "./audit/audit.ts";
export {
  type AuthCore,
  type AuthCoreOptions,
  authCollections,
  createAuthCore,
} from "./auth-core.ts";
export { isAuthError, AuthError, type AuthErrorCode, type AuthErrorDetails } from "./errors.ts";
export {
  type Credentials,
  type Guard,
  IDENTITY_REFUSALS,
  type Identity,
  type IdentityRefusal,
  type IdentityVerdict,
  requirePermission,
} from "./guard/guard.ts";
export { type Permission, PERMISSIONS, permits } from "./permissions.ts";
export {
  type DeploymentDocument,
  mayMove,
  RECORD_STATUSES,
  type RecordStatus,
  type TransactionDocument,
} from "./registry/records.ts";
export type { ListOptions, RecordPage, Registry, Usage } from "./registry/registry.ts";
