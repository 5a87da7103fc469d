/** The compliance history as a file: JSON, or CSV (RFC 4180). */

import type { ComplianceIndex, ComplianceRecord } from "../chain/port.ts";

export type ExportFormat = "csv" | "json";

const COLUMNS = [
  "event_type",
  "data_hash",
  "sender",
  "recipient",
  "timestamp",
  "tx_hash",
  "payment_token",
  "payment_amount",
] as const;

type Row = Readonly<Record<(typeof COLUMNS)[number], string | number | null>>;

/** In pieces of one page each; a reader that stops early stops the reading. */
export async function* exportRecords(
  index: ComplianceIndex,
  format: ExportFormat,
  filters: readonly string[],
): AsyncGenerator<string> {
  yield format === "csv" ? `${COLUMNS.join(",")}\r\n` : "[";
  let cursor: string | null = null;
  let isFirst = true;
  do {
    const page: Awaited<ReturnType<ComplianceIndex["history"]>> = await index.history({
      filters,
      limit: 1000,
      ...(cursor === null ? {} : { cursor }),
    });
    const rows = page.records.map(rowOf);
    if (format === "csv") yield rows.map(csvLine).join("");
    else if (rows.length > 0) {
      yield (isFirst ? "\n" : ",\n") + rows.map((row) => JSON.stringify(row)).join(",\n");
      isFirst = false;
    }
    cursor = page.next;
  } while (cursor !== null);
  if (format === "json") yield "\n]\n";
}

function rowOf(record: ComplianceRecord): Row {
  return {
    event_type: record.eventType,
    data_hash: record.dataHash,
    sender: record.sender,
    recipient: record.recipient,
    timestamp: record.timestamp,
    tx_hash: record.txHash,
    payment_token: record.payment?.token ?? null,
    payment_amount: record.payment?.amount ?? null,
  };
}

/** No value holds a comma, a quote or a line break: all are hex, digits or names. A name may look like a formula. */
function csvLine(row: Row): string {
  const cells = COLUMNS.map((column) => String(row[column] ?? ""));
  return `${cells.map((cell) => (/^[-.]/.test(cell) ? `'${cell}` : cell)).join(",")}\r\n`;
}
