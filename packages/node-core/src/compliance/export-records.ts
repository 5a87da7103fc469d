/** The compliance history as a file: JSON lines, or CSV (RFC 4180). */

import type { ComplianceIndex, LinkedRecord } from "../chain/port.ts";

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

/** In pieces of one page each; a page is read when the piece before is taken, and a reader that stops ends the reading. */
export async function* exportRecords(
  index: Pick<ComplianceIndex, "entries">,
  format: ExportFormat,
  filters: readonly string[],
): AsyncGenerator<string> {
  const lineOf = format === "csv" ? csvLine : jsonLine;
  if (format === "csv") yield `${COLUMNS.join(",")}\r\n`;
  for await (const page of index.entries(filters)) {
    yield page.map((record) => lineOf(rowOf(record))).join("");
  }
}

function rowOf(record: LinkedRecord): Row {
  return {
    event_type: record.eventType,
    data_hash: record.dataHash,
    sender: record.sender,
    recipient: record.recipient,
    timestamp: record.timestamp,
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

/** No value holds a comma, a quote or a line break: all are hex, digits or names. A name may look like a formula. */
function csvLine(row: Row): string {
  const cells = COLUMNS.map((column) => String(row[column] ?? ""));
  return `${cells.map((cell) => (/^[-.]/.test(cell) ? `'${cell}` : cell)).join(",")}\r\n`;
}
