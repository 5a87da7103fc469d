/** The audit trail of curation. */

import { AUDIT_NOTES, AuditEntry, AuditQuery, exampleAuditEntry } from "../audit/entry.ts";
import type { NotesOf } from "../route/docs.ts";
import { list } from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import { INVALID, PERMITTED } from "./fields.ts";

export const auditRoutes = {
  /**
   * List the audit trail, newest first; for admins.
   *
   * `GET /audit` with an access token; `iterate` reads it page after page.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - CURSOR_INVALID (422): Begin at the first page, without a cursor.
   * @example
   *   await client.listAudit();
   */
  listAudit: route("GET", "/audit", {
    security: "bearer",
    query: AuditQuery,
    pages: true,
    responses: { 200: list(AuditEntry) },
    errors: { ...INVALID, ...PERMITTED, CURSOR_INVALID: 422 },
  }),
};

/** Notes of {@link auditRoutes}. A function, so that bundlers drop it from clients. */
export function auditNotes(): NotesOf<typeof auditRoutes> {
  return {
    listAudit: {
      tags: ["audit"],
      unspecified: AUDIT_NOTES,
      example: { response: [exampleAuditEntry()] },
    },
  };
}
