/** The audit trail: one's own account, or with the operator's key all of it. */

import type { ListAuditOutput } from "@bourse/client/auth";
import {
  Badge,
  Card,
  Dialog,
  moment,
  place,
  type Place,
  type RowColumn,
  short,
  TextInput,
  useQuery,
} from "@bourse/ui";
import { useState } from "preact/hooks";

import { call, user } from "../model/login.ts";
import { asAuditor, leaveOperator, operator } from "../model/operator.ts";
import { usePages } from "../model/use-pages.ts";
import { ChoiceFilter } from "../parts/choice-filter.tsx";
import { OperatorEntry } from "../parts/operator-entry.tsx";
import { PagedTable } from "../parts/paged-table.tsx";

type Entry = ListAuditOutput[number];

export function Audit() {
  const isOfAll = operator.value !== undefined;
  const query = auditQueryOf(place.value.query, isOfAll);
  const pages = usePages(
    JSON.stringify([query, isOfAll]),
    (auth) => auth.listAudit,
    query,
    isOfAll ? asAuditor : call,
  );
  const [chosen, setChosen] = useState<number>();
  const [opened, setOpened] = useState<Entry>();
  return (
    <>
      <Card
        title={isOfAll ? "Acts of all accounts" : "Acts of your account"}
        wide
        aside={<span class="hint">newest first</span>}
      >
        <AuditFilters isOfAll={isOfAll} />
        <PagedTable
          label="Audit trail"
          pages={pages}
          columns={COLUMNS}
          chosen={chosen}
          onChoose={setChosen}
          onOpen={setOpened}
          none={<p class="hint">No act fits. Every change is recorded here.</p>}
          next="Older"
          words={["act", "acts"]}
        />
      </Card>
      {!isOfAll && <OperatorEntry />}
      {isOfAll && user.value && (
        <Card title="For the operator" wide>
          <button type="button" class="second" onClick={leaveOperator}>
            Back to your own account
          </button>
        </Card>
      )}
      {opened && <Details entry={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

/** The query that the filters in the address stand for. */
function auditQueryOf({ action, outcome, account }: Place["query"], isOfAll: boolean) {
  return {
    limit: 100,
    ...(action?.trim() ? { action: action.trim() } : {}),
    ...(outcome === "ok" || outcome === "refused" || outcome === "failed" ? { outcome } : {}),
    ...(isOfAll && account?.trim() ? { account: account.trim() } : {}),
  };
}

function AuditFilters({ isOfAll }: { readonly isOfAll: boolean }) {
  const [action, setAction] = useQuery("action");
  const [outcome, setOutcome] = useQuery("outcome");
  const [account, setAccount] = useQuery("account");
  return (
    <form class="filters" onSubmit={(event) => event.preventDefault()}>
      <TextInput
        label="Act"
        type="search"
        hint="Its whole name, such as api_key.created."
        value={action}
        onInput={setAction}
      />
      <ChoiceFilter
        id="outcome"
        label="Verdict"
        value={outcome}
        choices={{ ...WORDS, failed: "failed by a fault" }}
        onChange={setOutcome}
      />
      {isOfAll && (
        <TextInput
          label="Account"
          type="search"
          hint="The whole id of an account."
          value={account}
          onInput={setAccount}
        />
      )}
    </form>
  );
}

const COLUMNS: readonly RowColumn<Entry>[] = [
  { head: "Time", width: 14.5, cell: ({ time }) => moment(time) },
  { head: "Act", width: 11, cell: ({ action }) => action },
  {
    head: "Verdict",
    width: 9,
    cell: ({ outcome, code }) => (
      <Badge state={outcome} kind={KINDS[outcome]} text={code ?? WORDS[outcome]} />
    ),
  },
  {
    head: "By",
    width: 11,
    cell: ({ actor }) => (actor === `user:${user.value?.id}` ? "you" : short(actor)),
  },
  { head: "From", cell: ({ address }) => address ?? "unknown" },
];

function Details({ entry, onClose }: { readonly entry: Entry; readonly onClose: () => void }) {
  const facts: readonly (readonly [string, string | number | boolean | null])[] = [
    ["Time", moment(entry.time)],
    ["Verdict", entry.code ?? WORDS[entry.outcome]],
    ["By", entry.actor],
    ["From", entry.address],
    ["Account", entry.account],
    ["Subject", entry.subject],
    ...Object.entries(entry.details),
    ["Row", entry.sequence],
    ["Hash", entry.hash],
    ["Row before", entry.previous],
  ];
  return (
    <Dialog title={entry.action} onClose={onClose}>
      <dl class="pairs">
        {facts.map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd>{value === null ? "none" : String(value)}</dd>
          </>
        ))}
      </dl>
    </Dialog>
  );
}

const WORDS = { ok: "done", refused: "refused", failed: "failed" } as const;

const KINDS = { ok: "good", refused: "fair", failed: "poor" } as const;
