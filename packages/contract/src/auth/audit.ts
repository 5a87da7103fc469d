/** The audit trail of access control. */

import { AUDIT_NOTES, AuditEntry, AuditQuery, exampleAuditEntry } from "../audit/entry.ts";
import type { NotesOf } from "../route/docs.ts";
import { list } from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import { INVALID, PERMITTED, security } from "./fields.ts";

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
   * - INVALID_API_KEY (401): Send a key that is neither revoked nor expired.
   * - FORBIDDEN (403): Use a key or an account with this right.
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
