/** What the chain says has happened: filtered, page by page, and out as a file. */

import { useEffect, useState } from "preact/hooks";

import { get } from "../model/api.ts";
import { recent } from "../model/node-state.ts";
import type { ComplianceItem, History } from "../model/shapes.ts";
import { moment } from "../model/words.ts";
import { useAction } from "../parts/action.ts";
import { Card } from "../parts/card.tsx";
import { Code } from "../parts/code.tsx";
import { Field } from "../parts/field.tsx";
import { Notice } from "../parts/notice.tsx";
import { Table } from "../parts/table.tsx";

const PAGE = 50;
/** The most that one answer of the node holds. */
const EXPORT_PAGE = 1000;

interface Query {
  readonly filters: string;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

function ask({ filters, cursor, limit }: Query): Promise<History> {
  const query = new URLSearchParams({ limit: String(limit) });
  if (filters !== "") query.set("filters", filters);
  if (cursor !== undefined) query.set("cursor", cursor);
  return get<History>(`/api/compliance_history?${query.toString()}`);
}

export function Compliance() {
  const [filters, setFilters] = useState("");
  const [items, setItems] = useState<readonly ComplianceItem[]>([]);
  const [cursor, setCursor] = useState<string>();
  const load = useAction(async (query: Query) => {
    const page = await ask(query);
    setItems((known) => (query.cursor === undefined ? page.history : [...known, ...page.history]));
    setCursor(page.next_cursor ?? undefined);
  });
  const first = (): void => void load.run({ filters: clean(filters), limit: PAGE });
  // A new event of the chain is a new first row; pages that were opened stay as they are.
  const newest = recent.value.value?.[0]?.tx_hash;
  useEffect(first, [newest]);
  return (
    <Card title="Compliance history" wide>
      <form
        class="inline"
        onSubmit={(event) => {
          event.preventDefault();
          first();
        }}
      >
        <Field label="Event types" hint="Separated by commas; empty for all.">
          {(ties) => (
            <input
              {...ties}
              value={filters}
              placeholder="data_share"
              spellcheck={false}
              onInput={(event) => setFilters(event.currentTarget.value)}
            />
          )}
        </Field>
        <button type="submit" disabled={load.busy}>
          Filter
        </button>
        <Export filters={clean(filters)} />
      </form>
      {load.problem && <Notice kind="poor">{load.problem}</Notice>}
      <Table
        label="Compliance history"
        head={["When", "Event", "Data", "Recipient", "Transaction"]}
        count={items.length}
        empty="The chain holds no such event."
      >
        {items.map((item) => (
          <tr key={`${item.tx_hash}${item.data_hash}${item.recipient}`}>
            <td>{moment(item.timestamp)}</td>
            <td>{item.event_type}</td>
            <td>
              <Code text={item.data_hash} label="data hash" />
            </td>
            <td>
              <Code text={item.recipient} label="recipient" />
            </td>
            <td>
              <Code text={item.tx_hash} label="transaction hash" />
            </td>
          </tr>
        ))}
      </Table>
      {cursor !== undefined && (
        <button
          type="button"
          class="second"
          disabled={load.busy}
          onClick={() => void load.run({ filters: clean(filters), cursor, limit: PAGE })}
        >
          Older
        </button>
      )}
    </Card>
  );
}

function Export({ filters }: { readonly filters: string }) {
  const save = useAction(async (format: "csv" | "json") => {
    const items: ComplianceItem[] = [];
    let cursor: string | undefined;
    do {
      const page = await ask({ filters, cursor, limit: EXPORT_PAGE });
      items.push(...page.history);
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    const text = format === "json" ? JSON.stringify(items, null, 2) : csvOf(items);
    download(`compliance.${format}`, text, format === "json" ? "application/json" : "text/csv");
  });
  return (
    <div class="buttons">
      <button
        type="button"
        class="second"
        disabled={save.busy}
        onClick={() => void save.run("csv")}
      >
        CSV
      </button>
      <button
        type="button"
        class="second"
        disabled={save.busy}
        onClick={() => void save.run("json")}
      >
        JSON
      </button>
      {save.problem && <Notice kind="poor">{save.problem}</Notice>}
    </div>
  );
}

const COLUMNS = ["timestamp", "event_type", "data_hash", "recipient", "tx_hash"] as const;

/** RFC 4180. No field of an event can hold a comma or a quote: they are names, hashes and numbers. */
function csvOf(items: readonly ComplianceItem[]): string {
  const rows = items.map((item) => COLUMNS.map((name) => String(item[name])).join(","));
  return `${[COLUMNS.join(","), ...rows].join("\r\n")}\r\n`;
}

function download(name: string, text: string, type: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function clean(filters: string): string {
  return filters
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "")
    .join(",");
}
