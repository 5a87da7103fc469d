/** The audit trail of access control. */

import type * as z from "zod";

import { AUDIT_NOTES, AuditEntry, AuditQuery, exampleAuditEntry } from "../audit/entry.ts";
import type { NotesOf } from "../route/docs.ts";
import { list, oneOf } from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import { INVALID, PERMITTED, security } from "./fields.ts";

/** Names of the acts that this API records. A later release may record others. */
export const AuthAuditAction = oneOf([
  "account.added",
  "account.changed",
  "account.deleted",
  "account.deletion_cancelled",
  "account.deletion_ordered",
  "account.deletion_requested",
  "account.disabled",
  "account.enabled",
  "account.exported",
  "account.registered",
  "account.role_changed",
  "api_key.changed",
  "api_key.created",
  "api_key.first_used",
  "api_key.revoked",
  "api_key.rotated",
  "audit.lost",
  "audit.strangers",
  "deployment.created",
  "deployment.moved",
  "device.approved",
  "device.copied",
  "device.decided",
  "device.denied",
  "device.forgotten",
  "device.remembered",
  "device.requested",
  "email.change_requested",
  "email.changed",
  "email.restored",
  "email.verification_requested",
  "email.verification_sent",
  "email.verified",
  "factor",
  "factor.added",
  "factor.begun",
  "factor.cloned",
  "factor.recovery_code_used",
  "factor.removed",
  "identity.linked",
  "identity.unlinked",
  "invitation.created",
  "invitation.revoked",
  "key.refused",
  "login",
  "login.begun",
  "member.added",
  "member.changed",
  "member.removed",
  "organization.created",
  "organization.deleted",
  "organization.renamed",
  "password.changed",
  "password.reset",
  "password.reset_link_made",
  "password.reset_link_sent",
  "password.reset_requested",
  "reauthentication",
  "server.started",
  "session.displaced",
  "session.ended",
  "session.refreshed",
  "session.reuse_detected",
  "session.stepped_up",
  "signing_key.rotated",
  "transaction.created",
  "transaction.moved",
  "webhook.changed",
  "webhook.created",
  "webhook.deleted",
  "webhook.replayed",
  "webhook.rotated",
]);
export type AuthAuditAction = z.infer<typeof AuthAuditAction>;

export const auditRoutes = {
  /**
   * List the audit trail of the caller's account, newest first; requires the permission admin.
   *
   * `GET /audit` with an access token or an API key; `iterate` reads it page after page.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (400): Correct what `issues` or the message names.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - INVALID_API_KEY (401): Send a key that is neither revoked nor expired.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * @example
   *   await client.listAudit();
   */
  listAudit: route("GET", "/audit", {
    security,
    query: AuditQuery,
    pages: true,
    responses: { 200: list(AuditEntry) },
    errors: { ...INVALID, ...PERMITTED },
  }),
};

/** Notes of {@link auditRoutes}. A function, so that bundlers drop it from clients. */
export function auditNotes(): NotesOf<typeof auditRoutes> {
  return {
    listAudit: {
      tags: ["audit"],
      unspecified: [
        ...AUDIT_NOTES,
        "An account sees the rows that concern it; AUTH_OPERATOR_KEY or AUTH_AUDIT_KEY in X-API-Key sees all rows.",
      ],
      example: { response: [exampleAuditEntry()] },
    },
  };
}
