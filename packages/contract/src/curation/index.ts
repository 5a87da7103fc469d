export { AuditEntry, AuditOutcome, AuditQuery, type AuditQueryInput } from "../audit/entry.ts";
export {
  accountRoutes,
  LoggedOut,
  LoginRequest,
  LogoutRequest,
  Nonce,
  NonceRequest,
  ProfilePatch,
  Refreshed,
  RefreshRequest,
  RegisterRequest,
} from "./accounts.ts";
export { SignedIn } from "./signed-in.ts";
export {
  Factor,
  FactorAnswer,
  FactorLogin,
  FactorRemoved,
  NewTotp,
  RecoveryCodes,
  TotpConfirmation,
} from "./factors.ts";
export { LinkedIdentity, OpenIdLogin } from "./openid.ts";
export { IdentityUnlinked, OpenIdCode, OpenIdProvider } from "../openid/forms.ts";
export { type DeviceForgotten, RememberedDevice } from "./remembered-devices.ts";
export { AddedPasskey, NewPasskey, PasskeyLogin, PasskeyUse } from "./passkeys.ts";
export {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from "../passkeys/forms.ts";
export { AdminQuery, adminRoutes, ResolutionRequest, RolesChange, UserQuery } from "./admin.ts";
export {
  curationApi,
  CurationHealth,
  curationHealthApi,
  documentedCurationApi,
  documentedCurationHealthApi,
  type CurationApi,
  type CurationHealthApi,
} from "./api.ts";
export { AdminCodeRequest, EmailChange, PasswordChange, WalletChange } from "./credentials.ts";
export { DraftData, DraftDataPatch, type Outcome, type ResolutionSource } from "./draft-data.ts";
export {
  DiffQuery,
  DraftAction,
  DraftComment,
  DraftVersion,
  FieldChange,
  NewComment,
  type HiddenComment,
} from "./draft-trail.ts";
export {
  Draft,
  DraftDetail,
  DraftEdit,
  DraftQuery,
  draftRoutes,
  Finding,
  NewDraft,
  Submission,
} from "./drafts.ts";
export { CuratorEvent, CuratorGap, eventRoutes, type CuratorEventData } from "./events.ts";
export { DraftStatus, MarketState, Role } from "./fields.ts";
export { MarketAction } from "./market-trail.ts";
export {
  Market,
  MarketItem,
  MarketQuery,
  marketRoutes,
  ReasonRequest,
  WalletMarketQuery,
  type MarketOutcome,
  type MarketSource,
  type MarketResolution,
  type MarketDispute,
} from "./markets.ts";
export {
  BulkApproval,
  BulkClaim,
  BulkOutcome,
  BulkRejection,
  type BulkFailure,
  type BulkWarning,
} from "./bulk-review.ts";
export {
  AccountExport,
  DeletionRequest,
  PlannedDeletion,
  type ExportedDraft,
} from "./personal-data.ts";
export { CommentHiding, SuspensionRequest } from "./moderation.ts";
export { EmailState, EmailVerification, ForgottenPassword, PasswordReset } from "./recovery.ts";
export { Approval, ChangeRequest, curatorRoutes, Rejection } from "./review.ts";
export { CuratorStats, QueueItem, QueueQuery, StatsQuery } from "./review-queue.ts";
export { curationService } from "./service.ts";
export { Session, type SessionEnded } from "./sessions.ts";
export {
  ProvedRecovery,
  RecoveryCompletion,
  RecoveryProof,
  RecoveryRequest,
  SecondWallet,
  WalletRemoved,
} from "./wallet-recovery.ts";
export { User, type Suspension, type WaitingRecovery } from "./user.ts";
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
