/** The history of shares that the chain records. */

import * as q from "../query/codecs.ts";
import type { NotesOf } from "../route/docs.ts";
import {
  exactObject,
  list,
  object,
  oneOf,
  type Fields,
  type InputFields,
  type ObjectSchema,
} from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import { media } from "../route/schema.ts";
import { AddressText, Count, HashText, INVALID, text, Text, TransactionHash } from "./fields.ts";

const filters = {
  /** Event types to include, joined by commas on the wire: letters, digits, `_`, `-` and `.`. Default: every type. */
  filters: q.list().optional(),
};

const sender = {
  /** Address of the wallet that made the records, 0x and 40 hex digits. Default: any. */
  sender: AddressText.optional(),
};

const queryFields = {
  ...filters,
  ...sender,
  /** Maximum number of events in the answer, 1–1,000. Default 100. */
  limit: q.integer({ min: 1, max: 1000 }).default(100),
  /** Position of the page: `next_cursor` of the page before, or its `Link`. Default: the newest events. */
  cursor: text(1, 1024).optional(),
};
/** A filter of the compliance history. */
export interface HistoryQuery extends Fields<typeof queryFields> {}
interface HistoryQueryInput extends InputFields<typeof queryFields> {}
export const HistoryQuery: ObjectSchema<HistoryQuery, HistoryQueryInput> = exactObject(queryFields);

const exportFields = {
  ...filters,
  ...sender,
  /** Format of the file: JSON lines or CSV (RFC 4180). Default `jsonl`. */
  format: oneOf(["jsonl", "csv"]).default("jsonl"),
};
/** The content and the format of an exported history. */
export interface ExportQuery extends Fields<typeof exportFields> {}
interface ExportQueryInput extends InputFields<typeof exportFields> {}
export const ExportQuery: ObjectSchema<ExportQuery, ExportQueryInput> = exactObject(exportFields);

const eventFields = {
  /** Type of the event, such as `data_share`. */
  event_type: Text,
  /** SHA-256 of the data's UTF-8 bytes, 64 hex digits in lower case. */
  data_hash: HashText,
  /** Address of the wallet that made the record; anybody can make one. */
  sender: AddressText,
  /** Address of the recipient. */
  recipient: AddressText,
  /** Time of the event's block, Unix seconds. */
  timestamp: Count,
  /** Hash of the transaction, 0x and 64 hex digits. */
  tx_hash: TransactionHash,
};
/** A compliance event that the chain records. */
export interface ComplianceEvent extends Fields<typeof eventFields> {}
export const ComplianceEvent: ObjectSchema<ComplianceEvent> = object(eventFields);

const historyFields = {
  /** The events, newest first. */
  history: list(ComplianceEvent),
  /** Number of events in this answer. */
  count: Count,
  /** The event types that were asked for; empty when every type was. */
  filters: list(Text),
  /** Number of events in all for these filters. */
  total: Count,
  /** Position of the next page; null on the last page. */
  next_cursor: Text.nullable(),
};
/** A page of the compliance history. */
export interface ComplianceHistory extends Fields<typeof historyFields> {}
export const ComplianceHistory: ObjectSchema<ComplianceHistory> = object(historyFields);

export const complianceRoutes = {
  /**
   * List compliance events, newest first.
   *
   * `GET /compliance_history`; `iterate` reads it page after page.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - CURSOR_INVALID (422): Begin at the first page, without a cursor.
   * @example
   *   await client.complianceHistory();
   */
  complianceHistory: route("GET", "/compliance_history", {
    query: HistoryQuery,
    pages: "history",
    responses: { 200: ComplianceHistory },
    errors: { ...INVALID, CURSOR_INVALID: 422 },
  }),
  /**
   * Download the whole compliance history as a file, oldest first.
   *
   * `GET /compliance_history/export`.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * @example
   *   await client.exportCompliance();
   */
  exportCompliance: route("GET", "/compliance_history/export", {
    query: ExportQuery,
    responses: { 200: media("application/x-ndjson", "text/csv") },
    errors: INVALID,
  }),
};

/** Notes of {@link complianceRoutes}. A function, so that bundlers drop it from clients. */
export function complianceNotes(): NotesOf<typeof complianceRoutes> {
  const tags = ["compliance"];
  const event = {
    event_type: "data_share",
    data_hash: "dffd6021bb2bd5b0af676290809ec3a53191dd81c7f70a4b28688a362182986f",
    sender: "0x52908400098527886E0F7030069857D2E4169EE7",
    recipient: "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
    timestamp: 1_767_225_600,
    tx_hash: "0x1bca5d2b56a1d2a4b3a9d5ff1c2f2d6d4c2b4f7e1e0c3a8a5b6d7e8f90a1b2c3",
  };
  const line = {
    ...event,
    payment_token: null,
    payment_amount: null,
    block_number: 12,
    block_hash: `0x${"b".repeat(64)}`,
    log_index: 0,
    link: "c".repeat(64),
  };
  return {
    complianceHistory: {
      tags,
      seed: "External API: GET /compliance_history",
      unspecified: [
        "No key is needed. Filters have letters, digits, `_`, `-` and `.`.",
        "Each event names its sender, and `sender` returns the events of one wallet only: anybody can record anything.",
        "`limit` is 1–1000, by default 100; `cursor` takes the `next_cursor` of the page before, and the header Link, rel=next, leads there; `total` counts all.",
      ],
      example: {
        response: {
          history: [event],
          count: 1,
          filters: ["data_share"],
          total: 1,
          next_cursor: null,
        },
      },
    },
    exportCompliance: {
      tags,
      unspecified: [
        "No key is needed. `filters` and `sender` as for the history; `format` is jsonl (JSON lines, by default) or csv (RFC 4180).",
        "Each line also has payment_token and payment_amount (null, or empty, without a payment), block_number, block_hash, log_index and link.",
        "`link` is the SHA-256 of [[link of the line before, block_hash, block_number, log_index, tx_hash, timestamp], [sender, recipient, data_hash, event_type, payment_token, payment_amount]] as JSON without spaces; before the first line it is 64 zeros. Without filters the file is thus verified by its reader alone; a line that does not follow from the one before was altered, or the chain was reorganised meanwhile.",
        "It is streamed, and ends with the history as it stands then; an answer that is cut off is no whole one.",
        "In CSV an event type that begins with - or . has an apostrophe before it, so that no spreadsheet takes it for a formula.",
      ],
      example: { response: `${JSON.stringify(line)}\n` },
    },
  };
}
