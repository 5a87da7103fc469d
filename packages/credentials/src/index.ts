export { createBriefMemory, type BriefMemory, type BriefMemoryOptions } from "./brief-memory.ts";
export { CredentialsError, type CredentialsErrorCode } from "./errors.ts";
export { findMasterKey, masterKeyOf, type FoundMasterKey } from "./master-key/find-master-key.ts";
export {
  checkPassword,
  normalisePassword,
  PASSWORD_LENGTH,
  type PasswordFault,
} from "./password/check-password.ts";
export {
  createPasswordHasher,
  type PasswordHasher,
  type PasswordHasherOptions,
  type PasswordVerdict,
} from "./password/password-hasher.ts";
export {
  createSessions,
  type RefreshOutcome,
  type SessionOwner,
  type Sessions,
  type SessionsOptions,
  type StartedSession,
} from "./session/sessions.ts";
export { sessions, type SessionDocument } from "./session/session-document.ts";
export {
  createFailureThrottle,
  type FailureThrottle,
  type FailureThrottleOptions,
} from "./throttle/failure-throttle.ts";
export type { AccessClaims } from "./token/access-claims.ts";
export {
  createAccessTokens,
  type AccessTokens,
  type AccessTokensOptions,
  type TokenVerdict,
} from "./token/access-tokens.ts";
export type { SigningAlgorithm } from "./token/key-material.ts";
export { signingKeys, type SigningKeyDocument } from "./token/signing-key-document.ts";
export {
  openSigningKeys,
  type Rotation,
  type SigningKeys,
  type SigningKeysOptions,
  type UsableKey,
} from "./token/signing-keys.ts";
