export { openAuditTrail } from "./audit/open-audit-trail.ts";
export { parseBearer } from "./bearer/parse-bearer.ts";
export { createTtlCache, type TtlCache, type TtlCacheOptions } from "./cache/ttl-cache.ts";
export { checkEmail, type EmailFault, emailKey, emailKeys, findByEmailKey } from "./email/email.ts";
export {
  CredentialsError,
  isCredentialsError,
  type CredentialsErrorCode,
  type CredentialsErrorDetails,
} from "./errors.ts";
export { factorChallenges, type FactorChallengeDocument } from "./factors/challenge-document.ts";
export { factorArguments } from "./factors/factor-calls.ts";
export { factorDocuments, type FactorDocument } from "./factors/factor-document.ts";
export type { RefuseFactor } from "./factors/factor-refusal.ts";
export {
  openSecondFactors,
  type SecondFactors,
  type SecondFactorsParts,
} from "./factors/factors.ts";
export type { Factor, FactorKind } from "./factors/held-factors.ts";
export type { AddedPasskey, NewPasskey } from "./factors/passkey-setup.ts";
export type { FactorAnswer, FactorLogin, FactorProof } from "./factors/prove-factor.ts";
export type { AddedDevice, NewDevice } from "./factors/remember-device.ts";
export type { DeviceAtLogin } from "./factors/use-device.ts";
export type { NewTotp, TotpConfirmation } from "./factors/totp-setup.ts";
export {
  loginOptionRules,
  type LoginOptions,
  type ResolvedLoginOptions,
} from "./logins/login-options.ts";
export type { LoginLimit } from "./refusal/login-limit.ts";
export type { LoginRefusalCode, RefuseLogin } from "./refusal/login-refusal.ts";
export { openLogins, type Logins } from "./logins/logins.ts";
export { originFault, type OriginFault } from "./origin/origin-fault.ts";
export type { Origin } from "./origin/origin.ts";
export {
  openAccountMail,
  type AccountMail,
  type AccountMailParts,
  type FindMailAccount,
  type LinkHolder,
  type PreparedMail,
  type MailDelivery,
  type RefuseMail,
} from "./mail/account-mail.ts";
export { heldEmails, type HeldEmailDocument } from "./mail/held-email.ts";
export type { ChangeNotice, Letter } from "./mail/letter.ts";
export type { MailAccount } from "./mail/mail-account.ts";
export { mailOption, type AccountMailOptions } from "./mail/mail-options.ts";
export type {
  CodeFacts,
  DeletionFacts,
  InvitationFacts,
  LinkFacts,
  MailFacts,
  MailText,
  MailTexts,
  NoticeFacts,
  RecoveryFacts,
} from "./mail/mail-texts.ts";
export {
  mailTokens,
  type AddressPurpose,
  type MailPurpose,
  type MailTokenDocument,
} from "./mail/mail-token-document.ts";
export {
  findIdentity,
  identitiesOf,
  identityView,
  noteSignIn,
  type OpenIdIdentity,
  removeForeignIdentities,
} from "./openid/identities.ts";
export {
  createIdentityLinks,
  type IdentityHolder,
  type IdentityLinks,
  type IdentityLinksParts,
} from "./openid/identity-links.ts";
export type {
  OpenIdAnswer,
  OpenIdClient,
  OpenIdProof,
  OpenIdProvider,
  OpenIdRequest,
} from "./openid/openid-client.ts";
export { openIdFlows, type OpenIdFlowDocument } from "./openid/openid-flow-document.ts";
export {
  openIdIdentities,
  type OpenIdIdentityDocument,
} from "./openid/openid-identity-document.ts";
export { openIdOption, type OpenIdOptions } from "./openid/openid-options.ts";
export type { RefuseOpenId } from "./openid/openid-refusal.ts";
export {
  openOpenIdSignIns,
  type OpenIdSignIns,
  type OpenIdSignInsParts,
} from "./openid/openid-sign-ins.ts";
export { createOpenIdSteps, type OpenIdSteps } from "./openid/openid-steps.ts";
export type { FinishedSignIn } from "./openid/finish-sign-in.ts";
export type { SignInFailure } from "./openid/page-url.ts";
export type { OpenIdLogin, RedeemedCode } from "./openid/redeem-code.ts";
export { MASTER_KEY_FORM, masterKeyOf } from "./master-key/master-key-text.ts";
export {
  checkPassword,
  normalisePassword,
  PASSWORD_LENGTH,
  type PasswordFault,
} from "./password/check-password.ts";
export type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyDescriptor,
  PasskeyRegistration,
  PasskeyRequestOptions,
  UserVerification,
} from "./passkeys/credential-forms.ts";
export { type PasskeyOptions, passkeysOption } from "./passkeys/passkey-options.ts";
export type { WebAuthnLibrary } from "./passkeys/webauthn-library.ts";
export {
  createExportLimit,
  type LimitExports,
  type RefuseExport,
} from "./personal-data/export-limit.ts";
export {
  auditRowsAbout,
  deleteOwnedBy,
  ownedBy,
  type OwnedCollection,
} from "./personal-data/owned-data.ts";
export { checkQuota } from "./quota/check-quota.ts";
export type { LoginPasswords, PasswordAttempt } from "./password/login-passwords.ts";
export {
  createPasswordHasher,
  type PasswordHasher,
  type PasswordHasherOptions,
  type PasswordVerdict,
} from "./password/password-hasher.ts";
export type {
  LoginSessions,
  LoginTokens,
  RecordSession,
  Refreshed,
  SessionAction,
  SessionControl,
} from "./session/login-sessions.ts";
export {
  type RememberedDevice,
  type RememberedDeviceDocument,
  rememberedDevices,
} from "./remembered/remembered-device.ts";
export type { Session } from "./session/session.ts";
export { sessions, type SessionDocument } from "./session/session-document.ts";
export type { RefreshOutcome } from "./session/refresh-session.ts";
export type { SessionsOptions } from "./session/sessions-options.ts";
export { createSessions, type Sessions } from "./session/sessions.ts";
export type { SessionOwner, StartedSession } from "./session/start-session.ts";
export {
  type AttemptLimit,
  type AttemptLimitOptions,
  createAttemptLimit,
} from "./throttle/attempt-limit.ts";
export {
  createFailureThrottle,
  type FailureThrottle,
  type FailureThrottleOptions,
} from "./throttle/failure-throttle.ts";
export { loginFailures, type LoginFailureDocument } from "./throttle/login-failure-document.ts";
export { attemptKey, type LoginAttempt } from "./throttle/attempt-keys.ts";
export type { AccessClaims } from "./token/access-claims.ts";
export {
  createAccessTokens,
  type AccessTokens,
  type AccessTokensOptions,
  type TokenRefusal,
  type TokenVerdict,
} from "./token/access-tokens.ts";
export type { SigningAlgorithm } from "./token/key-material.ts";
export { signingKeys, type SigningKeyDocument } from "./token/signing-key-document.ts";
export type { UsableKey } from "./token/key-ring.ts";
export type { Rotation } from "./token/rotate-signing-keys.ts";
export type { SigningKeysOptions } from "./token/signing-keys-options.ts";
export { openSigningKeys, type SigningKeys } from "./token/signing-keys.ts";
