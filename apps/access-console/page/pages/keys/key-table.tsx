/** Keys in a table that the server searches and filters; Enter opens the chosen one. */

import type { ApiKeyDetail } from "@bourse/client/auth";
import { Badge, formatPlace, go, type RowColumn, TextInput, useQuery } from "@bourse/ui";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

import { call } from "../../model/login.ts";
import { usePages } from "../../model/use-pages.ts";
import { ChoiceFilter } from "../../parts/choice-filter.tsx";
import { andThen, Filters } from "../../parts/filters.tsx";
import { PagedTable } from "../../parts/paged-table.tsx";
import { Time } from "../../parts/time.tsx";

interface KeyTableProps {
  /** Organization that owns the keys. Default: the reader. */
  readonly organizationId?: string | undefined;
  /** Name of the owner. */
  readonly owner: string;
  /** Shown when there is no key at all. */
  readonly none: ComponentChildren;
  /** Further filters. */
  readonly children?: ComponentChildren;
}

export function KeyTable({ organizationId, owner, none, children }: KeyTableProps) {
  const [words, setWords] = useQuery("q");
  const [status, setStatus] = useQuery("status");
  const [chosen, setChosen] = useState<number>();
  const q = words.trim();
  const query = {
    view: "detail" as const,
    limit: 100,
    ...(organizationId === undefined ? {} : { organizationId }),
    ...(q === "" ? {} : { q }),
    ...(status === "active" || status === "expired" ? { status } : {}),
  };
  const identity = `keys ${JSON.stringify(query)}`;
  const pages = usePages(identity, (auth) => auth.listApiKeys, query, call);
  const rows = pages.rows.filter(isDetail);
  /** Other words find other rows, of which none is chosen. */
  const anew = andThen(() => setChosen(undefined));
  const isSearch = q !== "" || status !== "";
  const ownerColumn: RowColumn<ApiKeyDetail> = {
    head: "Owner",
    width: 8,
    cell: () => (
      <span dir="auto" title={owner}>
        {owner}
      </span>
    ),
  };
  return (
    <>
      <Filters>
        <TextInput
          label="Find a key"
          type="search"
          hint="A part of the name, or the first characters of the key."
          value={words}
          onInput={anew(setWords)}
        />
        <ChoiceFilter
          id="status"
          label="State"
          value={status}
          choices={STATES}
          onChange={anew(setStatus)}
        />
        {children}
      </Filters>
      <PagedTable
        label="API keys"
        pages={{ ...pages, rows }}
        columns={[...COLUMNS, ownerColumn]}
        chosen={chosen}
        onChoose={setChosen}
        onOpen={({ id }) => go(["keys", id])}
        none={
          isSearch ? (
            <p class="hint">No key fits. Shorten the words, or choose all states.</p>
          ) : (
            none
          )
        }
        next="More"
        words={["key", "keys"]}
      />
    </>
  );
}

const STATES = { active: "active", expired: "expired" };

const COLUMNS: readonly RowColumn<ApiKeyDetail>[] = [
  {
    head: "Name",
    width: 14,
    cell: ({ id, name }) => (
      <a href={formatPlace(["keys", id])} dir="auto" title={name}>
        {name}
      </a>
    ),
  },
  { head: "Begins with", width: 9, cell: ({ prefix }) => <code>{prefix}…</code> },
  {
    head: "Permissions",
    width: 10,
    cell: ({ permissions }) => <span title={permissions.join(", ")}>{permissions.join(", ")}</span>,
  },
  {
    head: "State",
    width: 6,
    cell: ({ status }) => <Badge state={status} kind={status === "active" ? "good" : "poor"} />,
  },
  { head: "Last used", width: 6.5, cell: ({ lastUsed }) => <Time at={lastUsed} /> },
  {
    head: "From",
    width: 9,
    cell: ({ lastUsed, lastUsedAddress }) => (
      <span title={lastUsedAddress}>
        {lastUsed === null ? "–" : (lastUsedAddress ?? "not known")}
      </span>
    ),
  },
  { head: "Expires", width: 6.5, cell: ({ expiresAt }) => <Time at={expiresAt} none="never" /> },
];

/** True for a key with all of its fields, which the view detail lists. */
function isDetail(key: object): key is ApiKeyDetail {
  return "prefix" in key;
}
