/** Audit events of the core as rows of the audit trail. */

import type { AuditFacts } from "@bourse/kernel";

import type { AuditAction, AuditEvent } from "./audit.ts";

/** Rows of events that another than the account caused; the others are the account's own. */
const ROWS: Partial<Readonly<Record<AuditAction, Partial<AuditFacts>>>> = {
  "login.succeeded": { action: "login" },
  "login.failed": {
    action: "login",
    actor: "anonymous",
    outcome: "refused",
    code: "INVALID_CREDENTIALS",
  },
  "login.factor_required": { action: "login", outcome: "refused", code: "FACTOR_REQUIRED" },
  "factor.failed": { action: "factor", outcome: "refused", code: "INVALID_CREDENTIALS" },
  "openid.refused": {
    action: "login",
    actor: "anonymous",
    outcome: "refused",
    code: "OIDC_REFUSED",
  },
  "factor.removed_by_operator": { action: "factor.removed", actor: "operator" },
  "reauthentication.failed": {
    action: "reauthentication",
    outcome: "refused",
    code: "INVALID_CREDENTIALS",
  },
  "session.reuse_detected": { actor: "anonymous", outcome: "refused", code: "INVALID_TOKEN" },
  "factor.cloned": { actor: "anonymous", outcome: "refused", code: "INVALID_CREDENTIALS" },
  "device.copied": { actor: "anonymous", outcome: "refused", code: "FACTOR_REQUIRED" },
  "password.reset_link_sent": { actor: "anonymous" },
  "password.reset_link_made": { actor: "operator" },
  "account.added": { actor: "operator" },
  "account.disabled": { actor: "operator" },
  "account.enabled": { actor: "operator" },
  "account.role_changed": { actor: "operator" },
  "account.deletion_ordered": { actor: "operator" },
};

/**
 * Events without a row here: refreshes are routine, the routes of keys and organizations record their caller, and a
 * deletion records itself in its own transaction.
 */
const UNRECORDED: ReadonlySet<AuditAction> = new Set([
  "session.refreshed",
  "api_key.created",
  "api_key.changed",
  "api_key.rotated",
  "api_key.revoked",
  "account.deleted",
  "organization.created",
  "organization.renamed",
  "organization.deleted",
  "member.added",
  "member.changed",
  "member.removed",
  "invitation.created",
  "invitation.revoked",
]);

/** Row of an event; undefined for an event that gets none. */
export function factsOfEvent(event: AuditEvent): AuditFacts | undefined {
  const { action, userId, sessionId, keyId, factorId, identityId, deviceId, ip, roles } = event;
  if (UNRECORDED.has(action)) return undefined;
  return {
    action,
    actor: keyId === undefined ? `user:${userId}` : `key:${keyId}`,
    account: userId,
    address: ip,
    subject: keyId ?? factorId ?? identityId ?? deviceId ?? sessionId ?? userId,
    ...(roles === undefined ? {} : { details: { "role.from": roles.from, "role.to": roles.to } }),
    ...ROWS[action],
  };
}
