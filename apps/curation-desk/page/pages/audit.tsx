/** The audit trail of the service, newest first: each act with its caller and its verdict. */

import type { AuditEntry } from "@bourse/contract/curation";
import {
  AuditRecord,
  Card,
  Empty,
  Notice,
  Opener,
  place,
  setQuery,
  spaced,
  Table,
  untilKnown,
} from "@bourse/ui";
import { useState } from "preact/hooks";

import { useLoaded } from "../model/loaded.ts";
import { admin, pageOf } from "../model/service.ts";
import { timeText } from "../model/time.ts";
import { Pages } from "../parts/pages.tsx";
import { StateBadge } from "../parts/state-badge.tsx";

const OUTCOMES = ["ok", "refused", "failed"] as const;
const TEXTS = [
  ["action", "Act", "such as draft.approved"],
  ["actor", "Caller", "such as user:<id>"],
  ["account", "Account", "id of an account"],
] as const;

export function Audit() {
  const { query } = place.value;
  const outcome = OUTCOMES.find((one) => one === query["outcome"]);
  const { action, actor, account, cursor } = query;
  const trail = useLoaded(JSON.stringify(query), async (signal) => {
    const given = Object.entries({ action, actor, account, outcome, cursor, limit: 50 });
    const asked = Object.fromEntries(given.filter(([, value]) => value !== undefined));
    return pageOf(await admin.listAudit.withResponse({ query: asked }, { signal }));
  });
  // A name is a help beside the id: where names cannot be read the ids stand. Rows wait for both, so that none moves.
  const people = useLoaded("names", (signal) =>
    admin.listUsers({ query: { limit: 100 } }, { signal }),
  );
  const names = new Map(people.value?.map(({ id, username }) => [id, username]));
  const acts = people.value === undefined && people.problem === undefined ? undefined : trail.value;
  const rows = acts?.items ?? [];
  const [opened, open] = useState<AuditEntry>();
  return (
    <Card title="Acts" wide>
      <div class="filters" role="search">
        {TEXTS.map(([name, label, placeholder]) => (
          <label key={name} class="grow">
            {label}
            <input
              type="search"
              maxLength={200}
              placeholder={placeholder}
              value={query[name] ?? ""}
              onChange={(event) =>
                setQuery({ [name]: event.currentTarget.value.trim(), cursor: undefined })
              }
            />
          </label>
        ))}
        <label>
          Verdict
          <select
            value={outcome ?? ""}
            onChange={(event) =>
              setQuery({ outcome: event.currentTarget.value, cursor: undefined })
            }
          >
            <option value="">any</option>
            {OUTCOMES.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
      </div>
      {trail.problem !== undefined && <Notice kind="poor">{trail.problem}</Notice>}
      {acts !== undefined && rows.length === 0 ? (
        <Empty title="No act fits">Take a filter away; the names of acts are whole words.</Empty>
      ) : (
        <div class={trail.stale ? "stale" : undefined}>
          <Table
            label="Audit trail"
            head={["Time", "Act", "Verdict", "Caller", "Subject", "Facts"]}
            empty={untilKnown(trail.problem, "Reading the trail…")}
            count={rows.length}
          >
            {rows.map((row) => (
              <Row key={row.sequence} row={row} names={names} onOpen={() => open(row)} />
            ))}
          </Table>
        </div>
      )}
      {opened && (
        <AuditRecord of={opened} verdict={spaced(opened.outcome)} onClose={() => open(undefined)} />
      )}
      <Pages next={trail.value?.next} total={trail.value?.total} />
    </Card>
  );
}

interface RowProps {
  readonly row: AuditEntry;
  /** Names of accounts by their ids, as far as they are known. */
  readonly names: ReadonlyMap<string, string>;
  readonly onOpen: () => void;
}

function Row({ row, names, onOpen }: RowProps) {
  const nameOf = (text: string): string =>
    names.get(text.replace(/^user:/u, "")) ?? shortened(text);
  const facts = Object.entries(row.details).map(([name, value]) => `${name} ${String(value)}`);
  return (
    <tr>
      <td>{timeText(row.time)}</td>
      <th scope="row">
        <Opener onOpen={onOpen}>{row.action}</Opener>
      </th>
      <td>
        <StateBadge state={row.outcome} /> {row.code}
      </td>
      <td>
        <button
          type="button"
          class="tag"
          dir="auto"
          title={row.actor}
          onClick={() => setQuery({ actor: row.actor, cursor: undefined })}
        >
          {nameOf(row.actor)}
        </button>{" "}
        {row.address}
      </td>
      <td title={row.subject ?? undefined} dir="auto">
        {nameOf(row.subject ?? "")}
      </td>
      <td class="answer">{cut(facts.join(", "))}</td>
    </tr>
  );
}

const SHOWN_LETTERS = 120;

/** The beginning of a long text with a mark; the record has all of it. */
function cut(text: string): string {
  return text.length > SHOWN_LETTERS ? `${text.slice(0, SHOWN_LETTERS)}…` : text;
}

/** A caller or an id by its ends, which is what people compare. */
function shortened(text: string): string {
  return text.length > 24 ? `${text.slice(0, 14)}…${text.slice(-6)}` : text;
}
