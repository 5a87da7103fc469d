/** The audit trail's rows and searches: the same in every API but for the form of times. */

import * as z from "zod";

import * as q from "../query/codecs.ts";
import {
  exactObject,
  object,
  oneOf,
  type Fields,
  type InputFields,
  type ObjectSchema,
} from "../route/object-schema.ts";
import { storable } from "../route/text-checks.ts";

const Text = z.string();
const MaybeText = Text.nullable();

/** Text that is only compared: 1 to `max` characters without NUL. */
// @__NO_SIDE_EFFECTS__
function opaque(max: number): z.ZodString {
  return storable(1, max);
}

/** The verdict on an act. */
export const AuditOutcome = oneOf(["ok", "refused", "failed"]);
export type AuditOutcome = z.infer<typeof AuditOutcome>;

export const auditQueryFields = {
  /** Name of the act, such as `api_key.created`. Default: every act. */
  action: opaque(200).optional(),
  /** Caller, such as `user:<id>` or `key:<id>`. Default: every caller. */
  actor: opaque(200).optional(),
  /** Id of the account concerned. Default: every account. */
  account: opaque(200).optional(),
  /** Verdict: `ok`, `refused` or `failed`. Default: every verdict. */
  outcome: AuditOutcome.optional(),
  /** Id or name of the thing that the act changed. Default: every thing. */
  subject: opaque(200).optional(),
  /**
   * Part of the act, caller, address, error code, subject or a fact, in any case; 1–100 characters. Default: every row.
   */
  q: opaque(100).optional(),
  /** Maximum number of rows in the answer, 1–100. Default 50. A search may answer fewer and still have a next page. */
  limit: q.integer({ min: 1, max: 100 }).default(50),
  /** Position of the page, from the header `Link` of the page before. Default: the first page. */
  cursor: opaque(1024).optional(),
};

/**
 * A search by the fields of a table, which refuses others and a `from` after its `to`: either would answer with an
 * empty list.
 */
// @__NO_SIDE_EFFECTS__
export function auditSearch<Table extends z.ZodRawShape>(
  table: Table,
): z.ZodObject<Table, z.core.$strict> {
  return exactObject(table).refine(
    (value) => {
      const { from, to } = value as { from?: string | number; to?: string | number };
      return from === undefined || to === undefined || instantOf(from) <= instantOf(to);
    },
    {
      path: ["from"],
      message: "must not be after to",
      // Times that are none are told as such, not compared.
      when: ({ issues }) => issues.length === 0,
    },
  );
}

/** A number that two times of one API are compared by. */
function instantOf(time: string | number): number {
  return typeof time === "string" ? Date.parse(time) : time;
}

export const auditEntryFields = {
  /** Position of the row in the trail, from 1 without gaps. */
  sequence: z.int().min(1),
  /** Name of the act, such as `api_key.created`. */
  action: Text,
  /** Caller: `user:<id>`, `key:<id>`, `local`, `operator`, `auditor`, `system` or `anonymous`. */
  actor: Text,
  /** Verdict: `ok`, `refused` for a reason that the caller could read, or `failed` by a fault of the service. */
  outcome: AuditOutcome,
  /** Error code of a refusal or fault; null when the act was done. */
  code: MaybeText,
  /** Id of the account concerned; null when none is. */
  account: MaybeText,
  /** IP address that the act came from; null when it is not known. */
  address: MaybeText,
  /** Id or name of the thing that the act changed; null when there is none. */
  subject: MaybeText,
  /** Further facts by name, such as amounts. Never a secret. */
  details: z.record(Text, z.union([Text, z.number(), z.boolean(), z.null()])),
  /** Hash of the row before, 64 hex digits. */
  previous: Text,
  /** Hash of this row, 64 hex digits. */
  hash: Text,
};

const Instant = z.iso.datetime({ offset: true });

const timeQueryFields = {
  /** Earliest time, inclusive: ISO 8601 with an offset. Default: no bound. */
  from: Instant.optional(),
  /** Latest time, exclusive: ISO 8601 with an offset. Default: no bound. */
  to: Instant.optional(),
};
/** A search in the audit trail; every filter that is given must match. */
export interface AuditQuery
  extends Fields<typeof auditQueryFields>, Fields<typeof timeQueryFields> {}
/** A search as a caller writes it. */
export interface AuditQueryInput
  extends InputFields<typeof auditQueryFields>, InputFields<typeof timeQueryFields> {}
export const AuditQuery: ObjectSchema<AuditQuery, AuditQueryInput> = /* @__PURE__ */ auditSearch({
  ...auditQueryFields,
  ...timeQueryFields,
});

const timeFields = {
  /** Time of the act, ISO 8601 in UTC. */
  time: z.iso.datetime(),
};
/** A row of the audit trail. */
export interface AuditEntry extends Fields<typeof auditEntryFields>, Fields<typeof timeFields> {}
export const AuditEntry: ObjectSchema<AuditEntry> = object({ ...auditEntryFields, ...timeFields });

/** An example for the documents. */
export function exampleAuditEntry() {
  return {
    sequence: 42,
    action: "api_key.created",
    actor: "user:3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11",
    outcome: "ok",
    code: null,
    account: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11",
    address: "192.0.2.7",
    subject: "0b1f6c3f-9d7c-4a8e-8c1d-3f2b8a526a0f",
    details: {},
    previous: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    hash: "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752",
    time: "2026-01-01T00:00:00.000Z",
  };
}

/** Notes that every API says of the route. */
export const AUDIT_NOTES: readonly string[] = [
  "Newest first; the next page is in the header Link, rel=next.",
  "An unknown filter and a `from` after `to` are refused.",
  "Each row holds the hash of the row before; the server's command `audit verify` checks the chain.",
];
