/** The compliance history as a file: JSON lines, or CSV (RFC 4180). */

import type { LinkedRecord } from "@bourse/node-core";

import { unixSeconds } from "./views.ts";

/** File format of an export: CSV with a header line, or one JSON object per line. */
export type ExportFormat = "csv" | "jsonl";

const COLUMNS = [
  "event_type",
  "data_hash",
  "sender",
  "recipient",
  "timestamp",
  "tx_hash",
  "payment_token",
  "payment_amount",
  "block_number",
  "block_hash",
  "log_index",
  "link",
] as const;

type Row = Readonly<Record<(typeof COLUMNS)[number], string | number | null>>;

/**
 * Spells pages of records as text, one piece per page. A page is requested when the piece before it is taken; `return`
 * ends the iteration over the pages too.
 */
export async function* exportRecords(
  pages: AsyncIterable<readonly LinkedRecord[]>,
  format: ExportFormat,
): AsyncGenerator<string> {
  const lineOf = format === "csv" ? csvLine : jsonLine;
  if (format === "csv") yield `${COLUMNS.join(",")}\r\n`;
  for await (const page of pages) {
    yield page.map((record) => lineOf(rowOf(record))).join("");
  }
}

function rowOf(record: LinkedRecord): Row {
  return {
    event_type: record.eventType,
    data_hash: record.dataHash,
    sender: record.sender,
    recipient: record.recipient,
    timestamp: unixSeconds(record.timestamp),
    tx_hash: record.txHash,
    payment_token: record.payment?.token ?? null,
    payment_amount: record.payment?.amount ?? null,
    block_number: record.blockNumber,
    block_hash: record.blockHash,
    log_index: record.logIndex,
    link: record.link,
  };
}

function jsonLine(row: Row): string {
  return `${JSON.stringify(row)}\n`;
}

/**
 * Joins a CSV line. No value needs quotes, because all are hex, digits or names; an event type that a spreadsheet would
 * take for a formula gets a leading apostrophe.
 */
function csvLine(row: Row): string {
  const cells = COLUMNS.map((column) => String(row[column] ?? ""));
  return `${cells.map((cell) => (/^[-.]/.test(cell) ? `'${cell}` : cell)).join(",")}\r\n`;
}
