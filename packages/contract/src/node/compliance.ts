/** What the chain says about shared data. */

import * as z from "zod";

import * as q from "../query/codecs.ts";
import { AddressText, Count, HashText, text, Text, TransactionHash } from "./fields.ts";

/** Letters, digits, `_`, `-`, `.`. */
const filters = q.list().optional();

export const HistoryQuery = z.object({
  filters,
  limit: q.integer({ min: 1, max: 1000 }).default(100),
  cursor: text(1, 1024).optional(),
});

export const ExportQuery = z.object({
  filters,
  format: z.enum(["jsonl", "csv"]).default("jsonl"),
});

export const ComplianceEvent = z.object({
  event_type: Text,
  data_hash: HashText,
  recipient: AddressText,
  /** Unix seconds. */
  timestamp: Count,
  tx_hash: TransactionHash,
});
export type ComplianceEvent = z.infer<typeof ComplianceEvent>;

export const ComplianceHistory = z.object({
  history: z.array(ComplianceEvent),
  count: Count,
  filters: z.array(Text),
  /** How many there are in all for these filters. */
  total: Count,
  next_cursor: Text.nullable(),
});
export type ComplianceHistory = z.infer<typeof ComplianceHistory>;
