/** The audit trail of access control: the rows that its routes add to those of the core, and the list. */

import { requirePermission, type AuthCore, type Identity } from "@bourse/auth-core";
import type { Handlers } from "@bourse/contract";
import type { AuthApi, AuthAuditAction } from "@bourse/contract/auth";

import type { AuditCaller, AuditRules } from "../audit/audited.ts";
import { auditReply, isoSpelling } from "../audit/list-audit.ts";
import { seesAllAudit } from "./operator.ts";

/** Answers to a device that asks again and again. */
const UNDECIDED = ["AUTHORIZATION_PENDING", "SLOW_DOWN", "EXPIRED_TOKEN"];
const CORE_REFUSAL = ["INVALID_CREDENTIALS", "FACTOR_REQUIRED"];

/** Rules of the routes; the core records logins, ended sessions, the first use of keys and changed statuses itself. */
export const authAuditRules: AuditRules<AuthApi["routes"], AuthAuditAction> = {
  register: { action: "account.registered", record: "refusals" },
  login: { action: "login", record: "refusals", except: CORE_REFUSAL },
  refresh: { action: "session.refreshed", record: "none" },
  logout: { action: "session.ended", record: "none" },
  endSession: { action: "session.ended", record: "refusals", subject: ({ params }) => params.id },
  updateMe: {
    action: "account.changed",
    details: ({ body }) => ({ fields: Object.keys(body).join(" ") }),
  },
  changeEmail: { action: "email.changed", record: "refusals", except: CORE_REFUSAL },
  changePassword: { action: "password.changed", record: "refusals", except: CORE_REFUSAL },
  exportAccount: { action: "account.exported" },
  deleteAccount: { action: "account.deletion_requested", record: "refusals", except: CORE_REFUSAL },
  cancelDeletion: { action: "account.deletion_cancelled", record: "refusals" },
  requestDeviceCode: { action: "device.requested", record: "refusals" },
  approveDevice: { action: "device.decided", record: "refusals" },
  deviceToken: { action: "login", record: "refusals", except: UNDECIDED },
  openIdLogin: { action: "login", record: "refusals", except: CORE_REFUSAL },
  linkIdentity: { action: "identity.linked", record: "refusals" },
  unlinkIdentity: {
    action: "identity.unlinked",
    record: "refusals",
    subject: ({ params }) => params.id,
  },
  forgotPassword: { action: "password.reset_requested", record: "refusals" },
  resetPassword: { action: "password.reset", record: "refusals" },
  requestEmailVerification: { action: "email.verification_requested", record: "refusals" },
  verifyEmail: { action: "email.verified", record: "refusals" },
  loginWithFactor: { action: "login", record: "refusals", except: CORE_REFUSAL },
  beginPasskey: { action: "factor.begun" },
  addPasskey: { action: "factor.added", record: "refusals" },
  beginPasskeyLogin: { action: "login.begun", record: "none" },
  loginWithPasskey: { action: "login", record: "refusals", except: CORE_REFUSAL },
  addTotp: { action: "factor.begun", subject: (_, data) => data?.id },
  confirmTotp: { action: "factor.added", record: "refusals", subject: ({ body }) => body.id },
  removeFactor: {
    action: "factor.removed",
    record: "refusals",
    subject: ({ params }) => params.id,
  },
  forgetDevice: {
    action: "device.forgotten",
    record: "refusals",
    subject: ({ params }) => params.id,
  },
  stepUp: { action: "session.stepped_up", record: "refusals", except: CORE_REFUSAL },
  createApiKey: {
    action: "api_key.created",
    subject: (_, data) => data?.id,
    details: ({ body }) => ({ name: body.name, permissions: body.permissions.join(" ") }),
  },
  updateApiKey: {
    action: "api_key.changed",
    subject: ({ params }) => params.id,
    details: ({ body }) => ({ fields: Object.keys(body).join(" ") }),
  },
  rotateApiKey: {
    action: "api_key.rotated",
    subject: ({ params }) => params.id,
    details: ({ body }, data) => ({
      ...(data !== undefined && { name: data.name }),
      graceSeconds: body.graceSeconds ?? 86_400,
    }),
  },
  revokeApiKey: { action: "api_key.revoked", subject: ({ params }) => params.id },
  createDeployment: {
    action: "deployment.created",
    subject: (_, data) => data?.id,
    details: ({ body }) => ({ name: body.name, chains: body.chains.join(" ") }),
  },
  moveDeployment: {
    action: "deployment.moved",
    subject: ({ params }) => params.id,
    details: ({ body }) => ({ status: body.status }),
  },
  createTransaction: {
    action: "transaction.created",
    subject: ({ body }) => body.hash,
    details: ({ body }) => ({ deployment: body.deploymentId, chain: body.chain }),
  },
  moveTransaction: {
    action: "transaction.moved",
    subject: ({ params }) => params.hash,
    details: ({ body }) => ({ status: body.status }),
  },
  createWebhook: {
    action: "webhook.created",
    subject: (_, data) => data?.id,
    details: ({ body }) => ({ events: body.events.join(" ") }),
  },
  updateWebhook: {
    action: "webhook.changed",
    subject: ({ params }) => params.id,
    details: ({ body }) => ({ fields: Object.keys(body).join(" ") }),
  },
  deleteWebhook: { action: "webhook.deleted", subject: ({ params }) => params.id },
  rotateWebhook: { action: "webhook.rotated", subject: ({ params }) => params.id },
  replayWebhookDelivery: {
    action: "webhook.replayed",
    subject: ({ params }) => params.deliveryId,
  },
  createOrganization: {
    action: "organization.created",
    subject: (_, data) => data?.id,
    details: ({ body }) => ({ name: body.name }),
  },
  updateOrganization: {
    action: "organization.renamed",
    subject: ({ params }) => params.id,
    details: ({ body }) => ({ name: body.name, "name.to": body.name }),
  },
  deleteOrganization: { action: "organization.deleted", subject: ({ params }) => params.id },
  updateMember: {
    action: "member.changed",
    subject: ({ params }) => params.id,
    details: ({ params, body }) => ({
      member: params.userId,
      role: body.role,
      "role.to": body.role,
    }),
  },
  removeMember: {
    action: "member.removed",
    subject: ({ params }) => params.id,
    details: ({ params }) => ({ member: params.userId }),
  },
  createInvitation: {
    action: "invitation.created",
    subject: ({ body }) => body.organizationId,
    details: ({ body }) => ({ role: body.role ?? "member" }),
  },
  acceptInvitation: {
    action: "member.added",
    subject: (_, data) => data?.id,
    details: (_, data) => (data === undefined ? {} : { name: data.name, role: data.role }),
  },
  revokeInvitation: { action: "invitation.revoked", subject: ({ params }) => params.id },
  disableUser: {
    action: "account.disabled",
    record: "refusals",
    subject: ({ params }) => params.id,
  },
  setUserRole: {
    action: "account.role_changed",
    record: "refusals",
    subject: ({ params }) => params.id,
    details: ({ body }) => ({ "role.to": body.role }),
  },
  enableUser: {
    action: "account.enabled",
    record: "refusals",
    subject: ({ params }) => params.id,
  },
};

/** The caller of a route; nobody on a route without credentials. The operator and the auditor have no account. */
export function authAuditCaller(identity: Identity<string> | undefined): AuditCaller {
  if (identity === undefined) return { actor: "anonymous" };
  const { userId, keyId } = identity;
  if (seesAllAudit(identity)) return { actor: userId };
  return { actor: keyId === null ? `user:${userId}` : `key:${keyId}`, account: userId };
}

/** Handler of the list: an account sees the rows that concern it, the operator and the auditor all of them. */
export function auditHandlers({
  trail,
  permissions,
}: Pick<AuthCore<string>, "trail" | "permissions">): Handlers<
  Pick<AuthApi["routes"], "listAudit">,
  Identity<string>
> {
  return {
    listAudit: async ({ query }, { identity }) => {
      requirePermission(identity, "admin", permissions);
      const own = seesAllAudit(identity) ? query : { ...query, account: identity.userId };
      return await auditReply(trail, own, isoSpelling);
    },
  };
}
