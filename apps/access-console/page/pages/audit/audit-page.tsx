/** The audit trail: one's own account, or with the operator's key all of it. Each row is a sentence. */

import type { AuditEntry } from "@bourse/client/auth";
import { Badge, Card, moment, Opener, place, type Place, type RowColumn } from "@bourse/ui";
import { useState } from "preact/hooks";

import { call, user } from "../../model/login.ts";
import { asAuditor, leaveOperator, operator } from "../../model/operator.ts";
import { usePages } from "../../model/use-pages.ts";
import { OperatorEntry } from "../../parts/operator-entry.tsx";
import { PagedTable } from "../../parts/paged-table.tsx";
import { AuditFilters } from "./audit-filters.tsx";
import { Record } from "./record.tsx";
import { SentenceView } from "./sentence-view.tsx";
import { type Names, sentenceOf, textOf } from "./sentence.ts";
import { useNames } from "./use-names.ts";
import { KINDS, WORDS } from "./verdicts.ts";

export function AuditPage() {
  const isOfAll = operator.value !== undefined;
  const query = auditQueryOf(place.value.query, isOfAll);
  const pages = usePages(
    JSON.stringify([query, isOfAll]),
    (auth) => auth.listAudit,
    query,
    isOfAll ? asAuditor : call,
  );
  const names = useNames(pages.rows);
  const [chosen, setChosen] = useState<number>();
  const [opened, setOpened] = useState<AuditEntry>();
  return (
    <>
      <Card
        title={isOfAll ? "Acts of all accounts" : "Acts of your account"}
        wide
        aside={<span class="hint">newest first</span>}
      >
        <AuditFilters isOfAll={isOfAll} onChange={() => setChosen(undefined)} />
        <PagedTable
          label="Audit trail"
          pages={pages}
          columns={columnsOf(names, setOpened)}
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
      {opened && <Record of={opened} names={names} onClose={() => setOpened(undefined)} />}
    </>
  );
}

const OUTCOMES = Object.keys(WORDS) as readonly (keyof typeof WORDS)[];

/** The query that the filters in the address stand for. Days are the reader's own. */
function auditQueryOf(given: Place["query"], isOfAll: boolean) {
  const text = (name: string): object => {
    const value = given[name]?.trim();
    return value ? { [name]: value } : {};
  };
  const outcome = OUTCOMES.find((one) => one === given["outcome"]);
  const [from, to] = [dayOf(given["from"], 0), dayOf(given["until"], 1)];
  return {
    limit: 100,
    ...text("q"),
    ...text("action"),
    ...text("subject"),
    ...(outcome === undefined ? {} : { outcome }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(isOfAll && text("account")),
  };
}

/** Beginning of a day `YYYY-MM-DD`, or of the one after it, in ISO 8601; undefined for no such day. */
function dayOf(day: string | undefined, later: 0 | 1): string | undefined {
  const date = new Date(`${day}T00:00`);
  if (Number.isNaN(date.getTime())) return undefined;
  date.setDate(date.getDate() + later);
  return date.toISOString();
}

function columnsOf(
  names: Names,
  onOpen: (entry: AuditEntry) => void,
): readonly RowColumn<AuditEntry>[] {
  return [
    {
      head: "Time",
      width: 14.5,
      cell: (entry) => (
        <Opener onOpen={() => onOpen(entry)}>
          <time dateTime={entry.time} title={entry.time}>
            {moment(entry.time)}
          </time>
        </Opener>
      ),
    },
    {
      head: "What was done",
      width: 36,
      isLong: true,
      cell: (entry) => {
        const parts = sentenceOf(entry, names);
        return (
          <span title={textOf(parts)}>
            <SentenceView parts={parts} />
          </span>
        );
      },
    },
    { head: "From", width: 9, cell: ({ address }) => address ?? "not known" },
    {
      head: "Verdict",
      width: 12,
      cell: ({ outcome, code }) => (
        <span title={code ?? undefined}>
          <Badge state={outcome} kind={KINDS[outcome]} text={code ?? WORDS[outcome]} />
        </span>
      ),
    },
  ];
}
