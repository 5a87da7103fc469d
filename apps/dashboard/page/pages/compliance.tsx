/** What the chain says has happened: filtered, page by page, and out as a file. */

import type { ComplianceEvent, ComplianceHistory } from "@bourse/contract/node";
import { useEffect, useState } from "preact/hooks";

import { get } from "../model/api.ts";
import { moment } from "../model/format.ts";
import { recent } from "../model/node-state.ts";
import { useAction } from "../parts/action.ts";
import { Card } from "../parts/card.tsx";
import { Code } from "../parts/code.tsx";
import { Field } from "../parts/field.tsx";
import { Notice } from "../parts/notice.tsx";
import { Table } from "../parts/table.tsx";

const PAGE = 50;

interface Query {
  readonly filters: string;
  readonly cursor?: string;
}

function ask({ filters, cursor }: Query): Promise<ComplianceHistory> {
  const query = new URLSearchParams({ limit: String(PAGE) });
  if (filters !== "") query.set("filters", filters);
  if (cursor !== undefined) query.set("cursor", cursor);
  return get<ComplianceHistory>(`/api/compliance_history?${query.toString()}`);
}

export function Compliance() {
  const [filters, setFilters] = useState("");
  const [items, setItems] = useState<readonly ComplianceEvent[]>([]);
  const [cursor, setCursor] = useState<string>();
  /** What the rows were found by: a file has what is shown, not what is being typed. */
  const [shown, setShown] = useState("");
  const load = useAction(async (query: Query) => {
    const page = await ask(query);
    setItems((known) => (query.cursor === undefined ? page.history : [...known, ...page.history]));
    setCursor(page.next_cursor ?? undefined);
    setShown(query.filters);
  });
  const first = (): void => void load.run({ filters: clean(filters) });
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
        <Export filters={shown} />
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
          onClick={() => void load.run({ filters: shown, cursor })}
        >
          Older
        </button>
      )}
    </Card>
  );
}

/** Files that the node streams, so that a history of any length is saved without passing through the page. */
function Export({ filters }: { readonly filters: string }) {
  return (
    <div class="buttons">
      <a class="button second" href={exportOf("csv", filters)} download>
        CSV
      </a>
      <a class="button second" href={exportOf("jsonl", filters)} download>
        JSON lines
      </a>
    </div>
  );
}

function exportOf(format: "csv" | "jsonl", filters: string): string {
  const query = new URLSearchParams(filters === "" ? { format } : { format, filters });
  return `/api/compliance_history/export?${query.toString()}`;
}

function clean(filters: string): string {
  return filters
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "")
    .join(",");
}
