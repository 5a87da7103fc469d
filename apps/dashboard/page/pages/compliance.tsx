/** Records of the chain: filtered, page by page, and exported as a file. */

import type { ComplianceEvent, ComplianceHistory } from "@bourse/contract/node";
import { Card, Code, Field, moment, Notice, Opener, Record, Table, useAction } from "@bourse/ui";
import { useEffect, useState } from "preact/hooks";

import { get } from "../model/api.ts";
import { recent } from "../model/node-state.ts";
import { AddressField } from "../parts/address-field.tsx";
import { VerifyForm } from "./compliance/verify-form.tsx";

const PAGE = 50;

interface Query {
  readonly filters: string;
  readonly sender: string;
  readonly cursor?: string;
}

function ask({ filters, sender, cursor }: Query): Promise<ComplianceHistory> {
  const query = new URLSearchParams({ limit: String(PAGE) });
  if (filters !== "") query.set("filters", filters);
  if (sender !== "") query.set("sender", sender);
  if (cursor !== undefined) query.set("cursor", cursor);
  return get<ComplianceHistory>(`/api/compliance_history?${query.toString()}`);
}

export function Compliance() {
  return (
    <>
      <VerifyForm />
      <History />
    </>
  );
}

function History() {
  const [filters, setFilters] = useState("");
  const [sender, setSender] = useState("");
  /** Undefined until the chain has told. */
  const [items, setItems] = useState<readonly ComplianceEvent[]>();
  const [cursor, setCursor] = useState<string>();
  /** Filters of the rows on the page: the exported file has the rows that are shown, not the ones being typed. */
  const [shown, setShown] = useState({ filters: "", sender: "" });
  const load = useAction(async (query: Query) => {
    const page = await ask(query);
    setItems((known = []) =>
      query.cursor === undefined ? page.history : [...known, ...page.history],
    );
    setCursor(page.next_cursor ?? undefined);
    setShown({ filters: query.filters, sender: query.sender });
  });
  const first = (): void => void load.run({ filters: clean(filters), sender });
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
        <AddressField
          label="Sender"
          hint="Who made the record; empty for all."
          fault={load.faultOf("sender")}
          value={sender}
          onInput={setSender}
        />
        <button type="submit" disabled={load.busy}>
          Filter
        </button>
        <Export {...shown} />
      </form>
      {load.problem && load.field !== "sender" && <Notice kind="poor">{load.problem}</Notice>}
      <Records items={items} problem={load.problem} />
      {cursor !== undefined && (
        <button
          type="button"
          class="second"
          disabled={load.busy}
          onClick={() => void load.run({ ...shown, cursor })}
        >
          Older
        </button>
      )}
    </Card>
  );
}

interface RecordsProps {
  readonly items: readonly ComplianceEvent[] | undefined;
  readonly problem: string | undefined;
}

function Records({ items, problem }: RecordsProps) {
  const [opened, setOpened] = useState<ComplianceEvent>();
  return (
    <>
      <Table
        label="Compliance history"
        head={["When", "Event", "Data", "Sender", "Recipient", "Transaction"]}
        count={items?.length}
        problem={problem}
        waiting="Asking the node…"
        empty="The chain holds no such event."
      >
        {items?.map((item) => (
          <tr key={`${item.tx_hash}${item.data_hash}${item.recipient}`}>
            <td>
              <Opener onOpen={() => setOpened(item)}>{moment(item.timestamp)}</Opener>
            </td>
            <td>{item.event_type}</td>
            <td>
              <Code text={item.data_hash} label="data hash" />
            </td>
            <td>
              <Code text={item.sender} label="sender" />
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
      {opened && (
        <Record
          title={opened.event_type}
          onClose={() => setOpened(undefined)}
          facts={[
            ["When", moment(opened.timestamp)],
            ["Data", <Code key="data" text={opened.data_hash} label="data hash" whole />],
            ["Sender", <Code key="from" text={opened.sender} label="sender" whole />],
            ["Recipient", <Code key="to" text={opened.recipient} label="recipient" whole />],
            ["Transaction", <Code key="tx" text={opened.tx_hash} label="transaction hash" whole />],
          ]}
        />
      )}
    </>
  );
}

/** Files that the node streams, so that a history of any length is saved without passing through the page. */
function Export(query: Omit<Query, "cursor">) {
  return (
    <div class="buttons">
      <a class="button second" href={exportOf("csv", query)} download>
        CSV
      </a>
      <a class="button second" href={exportOf("jsonl", query)} download>
        JSON lines
      </a>
    </div>
  );
}

function exportOf(format: "csv" | "jsonl", { filters, sender }: Omit<Query, "cursor">): string {
  const query = new URLSearchParams({ format });
  if (filters !== "") query.set("filters", filters);
  if (sender !== "") query.set("sender", sender);
  return `/api/compliance_history/export?${query.toString()}`;
}

function clean(filters: string): string {
  return filters
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "")
    .join(",");
}
