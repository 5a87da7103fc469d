export type {
  EmailChange,
  Login,
  OwnerProof,
  PasswordChange,
  ProfilePatch,
  Registration,
  WalletChange,
  WalletProof,
} from "./accounts/account-input.ts";
export type { AccountRecovery, EmailState } from "./accounts/account-recovery.ts";
export type { Accounts } from "./accounts/accounts.ts";
export type { CredentialChanges } from "./accounts/credential-changes.ts";
export type { SignedIn } from "./accounts/sign-in.ts";
export type {
  AccountMailOptions,
  AddedPasskey,
  Factor,
  FactorAnswer,
  FactorKind,
  FactorLogin,
  LoginTokens,
  FinishedSignIn,
  MailDelivery,
  NewPasskey,
  NewTotp,
  OpenIdAnswer,
  OpenIdClient,
  OpenIdIdentity,
  OpenIdLogin,
  OpenIdOptions,
  OpenIdProof,
  OpenIdProvider,
  OpenIdRequest,
  OpenIdSteps,
  Origin,
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
  RedeemedCode,
  Refreshed,
  SignInFailure,
  RememberedDevice,
  TotpConfirmation,
} from "@bourse/credentials";
export type { OpenId } from "./openid/openid.ts";
export type { Factors } from "./accounts/factors.ts";
export type { AdminCode } from "./accounts/admin-codes.ts";
export type { AdminInvitation, Admins, OperatorCodes } from "./accounts/admins.ts";
export type { Guard } from "./accounts/guard.ts";
export type { LoginSessions, Session } from "./accounts/login-sessions.ts";
export type {
  AccountExport,
  ExportedDraft,
  ExportedProfile,
} from "./personal-data/export-account.ts";
export type { PersonalData } from "./personal-data/personal-data.ts";
export type { DeletionProof } from "./personal-data/request-deletion.ts";
export type { ProvedRecovery, RecoveryProof } from "./recovery/prove-recovery.ts";
export type { RecoveryCompletion } from "./recovery/complete-recovery.ts";
export type { SecondWallet } from "./recovery/second-wallets.ts";
export type { WalletRecovery } from "./recovery/wallet-recovery.ts";
export type { WaitingRecovery } from "./users/recovery-request.ts";
export type { UserDirectory } from "./accounts/user-directory.ts";
export type { User } from "./users/user.ts";
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
export type { Moderation } from "./moderation/moderation.ts";
export type { NewSuspension } from "./moderation/suspend-account.ts";
export { isAdmin, isCurator, ROLES, type Actor, type Role, type Suspension } from "./actor.ts";
export { DRAFT_ACTIONS, type DraftAction, type DraftActionName } from "./drafts/draft-action.ts";
export { curationCollections } from "./collections.ts";
export { createCurationCore, type CurationCore } from "./curation-core.ts";
export type { CurationCoreOptions } from "./curation-options.ts";
export {
  DRAFT_DEFAULTS,
  SOURCE_TYPES,
  type Amount,
  type DraftData,
  type DraftDataPatch,
  type DraftTime,
  type OutcomeInput,
  type ResolutionSource,
  type SourceType,
} from "./specification/draft-data.ts";
export type { FieldChange } from "./specification/draft-diff.ts";
export { DRAFT_STATUSES, type DraftStatus } from "./lifecycle/draft-statuses.ts";
export {
  type Draft,
  type DraftComment,
  type DraftDetail,
  type DraftVersion,
  type HiddenComment,
  type JsonObject,
} from "./drafts/draft.ts";
export type { NewDraft } from "./drafts/create-draft.ts";
export type { Drafts } from "./drafts/drafts.ts";
export type { DraftEdit } from "./drafts/edit-draft.ts";
export type { DraftQuery } from "./drafts/list-drafts.ts";
export {
  isCurationError,
  CurationError,
  type CurationErrorCode,
  type CurationErrorDetails,
  type FactorChallenge,
} from "./errors.ts";
export {
  CURATION_EVENT_TYPES,
  type CurationEvent,
  type CurationEventType,
} from "./ledger/curation-event.ts";
export type { CurationEvents } from "./events/curation-events.ts";
export type { Issue } from "./issue.ts";
export { MARKET_STATES, PUBLIC_STATES, type MarketState } from "./lifecycle/market-states.ts";
export {
  type Dispute,
  type Market,
  type MarketItem,
  type MarketOutcome,
  type MarketSpecification,
  type Outcome,
  type Resolution,
} from "./markets/market.ts";
export {
  MARKET_ACTIONS,
  type MarketAction,
  type MarketActionName,
} from "./markets/market-action.ts";
export {
  MARKET_SORTS,
  type MarketPage,
  type MarketQuery,
  type MarketSort,
} from "./markets/market-query.ts";
export type { Markets } from "./markets/markets.ts";
export type { PageOf, PageQuery } from "./page.ts";
export type { CuratorStats } from "./review/curator-stats.ts";
export {
  QUEUE_SORTS,
  type QueueItem,
  type QueueQuery,
  type QueueSort,
} from "./review/queue-query.ts";
export type { Approval, ChangeRequest, Rejection, Seen } from "./review/review-input.ts";
export type { BulkOutcome } from "./review/each-draft.ts";
export type { Review } from "./review/review.ts";
export { ACKNOWLEDGED_WARNINGS, type Acknowledgement } from "./rules/acknowledgement.ts";
export type { Finding, Findings } from "./rules/finding.ts";
export { findIn, type NearDuplicate, type RuleContext } from "./rules/rule-engine.ts";
export { scoreOf } from "./rules/score.ts";
export type { DraftScorer, Scores } from "./rules/scorer.ts";
export type { IssuedNonce } from "./wallet/issue-nonce.ts";
export type { WalletProofs } from "./wallet/wallet-proofs.ts";
export type {
  EthCall,
  WalletAddress,
  WalletChain,
  WalletVerifier,
} from "./wallet/wallet-verifier.ts";
export type { WalletNames } from "./wallet/wallet-names.ts";
export { createEthCall } from "./wallet/eth-call.ts";
export { createWalletVerifier } from "./wallet/create-wallet-verifier.ts";
export { seedCuration, type Seeded } from "./seed/seed-curation.ts";
