/** The audit trail of curation: the rows of its routes, and the list for admins. */

import type { Handlers } from "@bourse/contract";
import type { CurationApi } from "@bourse/contract/curation";
import { CurationError, type CurationCore } from "@bourse/curation-core";

import type { AuditCaller, AuditRule, AuditRules } from "../audit/audited.ts";
import { auditReply, isoSpelling } from "../audit/list-audit.ts";
import { known, type Caller } from "./authenticate.ts";

/** Anything with an id in its path. */
interface OfId {
  readonly params: { readonly id: string };
}

const subject = ({ params }: OfId): string => params.id;

/** Rule of an act on the thing whose id is in the path. */
function on(action: string): AuditRule<OfId, unknown> {
  return { action, subject };
}

/** Rule of an act on many drafts. */
function onMany(
  action: string,
): AuditRule<{ readonly body: { readonly draft_ids: readonly string[] } }, unknown> {
  return { action, details: ({ body }) => ({ drafts: body.draft_ids.join(" ") }) };
}

/** Rules of the routes; the core records ended sessions itself. What was typed into a failed login is not recorded. */
export const curationAuditRules: AuditRules<CurationApi["routes"]> = {
  register: {
    action: "account.registered",
    caller: ({ user }) => userCaller(user.id),
    details: (_, data) => ({ wallet: shortWallet(data?.user.wallet_address) }),
  },
  login: { action: "login", caller: ({ user }) => userCaller(user.id) },
  loginWithFactor: { action: "login", caller: ({ user }) => userCaller(user.id) },
  beginPasskey: { action: "factor.begun" },
  addPasskey: { action: "factor.added", subject: (_, data) => data?.id },
  beginPasskeyLogin: { action: "login.begun", record: "none" },
  loginWithPasskey: { action: "login", caller: ({ user }) => userCaller(user.id) },
  openIdLogin: { action: "login", caller: ({ user }) => userCaller(user.id) },
  linkIdentity: { action: "identity.linked", subject: (_, data) => data?.id },
  unlinkIdentity: on("identity.unlinked"),
  addTotp: { action: "factor.begun", subject: (_, data) => data?.id },
  confirmTotp: { action: "factor.added", subject: ({ body }) => body.id },
  removeFactor: on("factor.removed"),
  forgetDevice: on("device.forgotten"),
  stepUp: { action: "session.stepped_up" },
  refresh: { action: "session.refreshed", record: "none" },
  logout: { action: "session.ended", record: "none" },
  endSession: { ...on("session.ended"), record: "refusals" },
  updateMe: {
    action: "account.changed",
    details: ({ body }) => ({ fields: Object.keys(body).join(" ") }),
  },
  setWallet: {
    action: "account.wallet_changed",
    details: ({ body }) => ({ wallet: shortWallet(body.wallet_address) }),
  },
  setEmail: { action: "account.email_changed" },
  setPassword: { action: "account.password_changed" },
  createWebhook: {
    action: "webhook.created",
    subject: (_, data) => data?.id,
    details: ({ body }) => ({ events: body.events.join(" ") }),
  },
  updateWebhook: {
    action: "webhook.changed",
    subject,
    details: ({ body }) => ({ fields: Object.keys(body).join(" ") }),
  },
  deleteWebhook: on("webhook.deleted"),
  rotateWebhook: on("webhook.rotated"),
  replayWebhookDelivery: {
    action: "webhook.replayed",
    subject: ({ params }) => params.delivery_id,
  },
  suspendAccount: {
    action: "account.suspended",
    subject,
    details: ({ body }) => ({ reason: body.reason, until: body.until ?? null }),
  },
  reinstateAccount: on("account.reinstated"),
  hideComment: {
    action: "comment.hidden",
    subject: ({ params }) => params.comment_id,
    details: ({ params, body }) => ({ draft: params.id, reason: body.reason }),
  },
  showComment: {
    action: "comment.shown",
    subject: ({ params }) => params.comment_id,
    details: ({ params }) => ({ draft: params.id }),
  },
  exportAccount: { action: "account.exported" },
  requestDeletionCode: { action: "account.deletion_code_requested" },
  deleteAccount: { action: "account.deletion_requested", record: "refusals" },
  cancelDeletion: { action: "account.deletion_cancelled", record: "refusals" },
  forgotPassword: { action: "account.reset_requested", record: "refusals" },
  resetPassword: { action: "account.password_reset", record: "refusals" },
  requestEmailVerification: { action: "account.email_verification_requested", record: "refusals" },
  verifyEmail: { action: "account.email_verified", record: "refusals" },
  requestRecovery: { action: "account.recovery_requested", record: "refusals" },
  proveRecovery: { action: "account.recovery_started", record: "refusals" },
  completeRecovery: { action: "account.recovered", record: "refusals" },
  cancelRecovery: { action: "account.recovery_ended", record: "refusals" },
  addWallet: {
    action: "account.wallet_added",
    details: ({ body }) => ({ wallet: shortWallet(body.wallet_address) }),
  },
  removeWallet: {
    action: "account.wallet_removed",
    details: ({ params }) => ({ wallet: shortWallet(params.wallet_address) }),
  },
  redeemAdminCode: { action: "account.admin_code_redeemed" },
  grantAdmin: on("account.admin_granted"),
  revokeAdmin: on("account.admin_revoked"),
  setRoles: {
    action: "account.roles_changed",
    subject: ({ params }) => params.id,
    details: ({ body }) => ({ roles: body.roles.join(" ") }),
  },
  claimDraft: on("draft.claimed"),
  releaseDraft: on("draft.released"),
  approveDraft: on("draft.approved"),
  rejectDraft: on("draft.rejected"),
  requestChanges: on("draft.changes_requested"),
  bulkClaim: onMany("draft.bulk_claimed"),
  bulkApprove: onMany("draft.bulk_approved"),
  bulkReject: onMany("draft.bulk_rejected"),
  resolveMarket: {
    action: "market.resolved",
    subject,
    details: ({ body }) => ({ outcome: body.outcome_id, evidence: body.evidence_url }),
  },
  invalidateMarket: on("market.invalidated"),
  launchMarket: on("market.launched"),
  lockMarket: on("market.locked"),
  disputeMarket: on("market.disputed"),
};

/** Enough of an address to know it by: the trail outlives the account, and the whole address names its owner. */
function shortWallet(address: string | null | undefined = null): string | null {
  return address === null ? null : `${address.slice(0, 6)}…${address.slice(-4)}`;
}

/** The caller of a route; nobody on a route without a token. */
export function curationAuditCaller(caller: Caller | undefined): AuditCaller {
  return caller === null || caller === undefined ? { actor: "anonymous" } : userCaller(caller.id);
}

function userCaller(id: string): AuditCaller {
  return { actor: `user:${id}`, account: id };
}

/** Handler of the list. */
export function auditHandlers({
  trail,
}: Pick<CurationCore, "trail">): Handlers<Pick<CurationApi["routes"], "listAudit">, Caller> {
  return {
    listAudit: async ({ query }, { identity }) => {
      if (!known(identity).roles.includes("admin")) {
        throw new CurationError("FORBIDDEN", "The audit trail is for admins.");
      }
      return await auditReply(trail, query, isoSpelling);
    },
  };
}
