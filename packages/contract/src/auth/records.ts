/** Fields and queries that the records of deployments and of transactions share. */

import * as q from "../query/codecs.ts";
import {
  object,
  type Fields,
  type InputFields,
  type ObjectSchema,
} from "../route/object-schema.ts";
import { opaque, RecordStatus } from "./fields.ts";

const queryFields = {
  /** Maximum number of records in the answer, 1–100. Default 20. */
  limit: q.integer({ min: 1, max: 100 }).default(20),
  /** Position of the page, from the header `Link` of the page before. Default: the first page. */
  cursor: opaque(1024).optional(),
};
/** A page of a list: newest first, the next page's cursor in the answer's header `Link`. */
export interface RecordQuery extends Fields<typeof queryFields> {}
/** A page of a list as a caller asks for it. */
export interface RecordQueryInput extends InputFields<typeof queryFields> {}
export const RecordQuery: ObjectSchema<RecordQuery, RecordQueryInput> = object(queryFields);

const ownerFields = {
  /** Id of an organization that the caller is a member of, 1–100 characters. Default: the caller's own records. */
  organizationId: opaque(100).optional(),
};
/** The owner of a record. */
export interface OwnerQuery extends Fields<typeof ownerFields> {}
export const OwnerQuery: ObjectSchema<OwnerQuery> = object(ownerFields);

const ownedFields = { ...queryFields, ...ownerFields };
/** A page of the records of an owner. */
export interface OwnedRecordQuery extends Fields<typeof ownedFields> {}
/** A page of the records of an owner as a caller asks for it. */
export interface OwnedRecordQueryInput extends InputFields<typeof ownedFields> {}
export const OwnedRecordQuery: ObjectSchema<OwnedRecordQuery, OwnedRecordQueryInput> =
  object(ownedFields);

const statusFields = {
  /** Next status: `in_progress` after `pending`, then `completed` or `failed`. */
  status: RecordStatus,
};
/** A move of a record to its next status. */
export interface StatusChange extends Fields<typeof statusFields> {}
export const StatusChange: ObjectSchema<StatusChange> = object(statusFields);

/** The parts of the notes of records. A function, so that bundlers drop it from clients. */
export function recordNotes() {
  return {
    id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11",
    createdAt: "2026-01-01T00:00:00.000Z",
    move: { status: "in_progress" },
    reading: { seed: "A. Permission values: read" },
    list: ["The record's fields.", "Newest first; the next page is in the header Link, rel=next."],
    moves: ["pending → in_progress → completed | failed; any other move is 409."],
  };
}
