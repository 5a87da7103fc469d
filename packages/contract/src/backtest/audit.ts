/** The audit trail of the backtest service. */

import { AUDIT_NOTES, AuditEntry, AuditQuery, exampleAuditEntry } from "../audit/entry.ts";
import type { NotesOf } from "../route/docs.ts";
import { list } from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import { GUARD, security } from "./fields.ts";

export const auditRoutes = {
  /**
   * List the audit trail, newest first; requires an API key on every server.
   *
   * `GET /audit` with an API key; `iterate` reads it page after page.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - INVALID_PARAMETERS (400): Correct what `issues` or the message names.
   * @example
   *   await client.listAudit();
   */
  listAudit: route("GET", "/audit", {
    security,
    query: AuditQuery,
    pages: true,
    responses: { 200: list(AuditEntry) },
    errors: { ...GUARD, INVALID_PARAMETERS: 400 },
  }),
};

/** Notes of {@link auditRoutes}. A function, so that bundlers drop it from clients. */
export function auditNotes(): NotesOf<typeof auditRoutes> {
  return {
    listAudit: {
      tags: ["audit"],
      unspecified: [...AUDIT_NOTES, "A server without API_KEYS answers 403."],
      example: { response: [{ ...exampleAuditEntry(), action: "order.placed", account: null }] },
    },
  };
}
