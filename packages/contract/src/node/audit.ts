/** The audit trail of the node. */

import {
  AUDIT_NOTES,
  auditEntryFields,
  auditQueryFields,
  auditSearch,
  exampleAuditEntry,
} from "../audit/entry.ts";
import * as q from "../query/codecs.ts";
import type { NotesOf } from "../route/docs.ts";
import {
  list,
  object,
  type Fields,
  type InputFields,
  type ObjectSchema,
} from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import { INVALID, Time } from "./fields.ts";

/** Largest time in Unix seconds that a date can hold. */
const LAST_SECOND = 8_640_000_000_000;

const timeQueryFields = {
  /** Earliest time in whole Unix seconds, inclusive. Default: no bound. */
  from: q.integer({ min: 0, max: LAST_SECOND }).optional(),
  /** Latest time in whole Unix seconds, exclusive. Default: no bound. */
  to: q.integer({ min: 0, max: LAST_SECOND }).optional(),
};
/** A search in the audit trail; every filter that is given must match. */
export interface AuditQuery
  extends Fields<typeof auditQueryFields>, Fields<typeof timeQueryFields> {}
interface AuditQueryInput
  extends InputFields<typeof auditQueryFields>, InputFields<typeof timeQueryFields> {}
export const AuditQuery: ObjectSchema<AuditQuery, AuditQueryInput> = auditSearch({
  ...auditQueryFields,
  ...timeQueryFields,
});

const timeFields = {
  /** Time of the act, Unix seconds with a fraction. */
  time: Time,
};
/** A row of the audit trail. */
export interface AuditEntry extends Fields<typeof auditEntryFields>, Fields<typeof timeFields> {}
export const AuditEntry: ObjectSchema<AuditEntry> = object({ ...auditEntryFields, ...timeFields });

export const auditRoutes = {
  /**
   * List the audit trail, newest first.
   *
   * `GET /audit` with an API key, unless a program on the node's machine calls it directly;
   * `iterate` reads it page after page.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - CURSOR_INVALID (422): Begin at the first page, without a cursor.
   * @example
   *   await client.listAudit();
   */
  listAudit: route("GET", "/audit", {
    query: AuditQuery,
    pages: true,
    responses: { 200: list(AuditEntry) },
    errors: { ...INVALID, CURSOR_INVALID: 422 },
  }),
};

/** Notes of {@link auditRoutes}. A function, so that bundlers drop it from clients. */
export function auditNotes(): NotesOf<typeof auditRoutes> {
  const entry = {
    ...exampleAuditEntry(),
    action: "transfer.sent",
    actor: "key:0b1f6c3f-9d7c-4a8e-8c1d-3f2b8a526a0f",
    account: null,
    subject: "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
    details: { token: "0x0000000000000000000000000000000000000000", amount: "1500000000000000000" },
    time: 1_767_225_600.5,
  };
  return {
    listAudit: {
      tags: ["audit"],
      unspecified: [...AUDIT_NOTES, "On the dashboard API a key needs the scope admin."],
      example: { response: [entry] },
    },
  };
}
