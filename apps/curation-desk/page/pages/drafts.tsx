/** The author's drafts. */

import { ago, Empty, formatPlace, go, place, useCommands, useQuery } from "@bourse/ui";

import { statusAt } from "../model/claim.ts";
import { useLoaded } from "../model/loaded.ts";
import { drafts, pageOf } from "../model/service.ts";
import { now } from "../model/time.ts";
import { Listed } from "../parts/listed.tsx";
import { Pages } from "../parts/pages.tsx";
import { StateBadge } from "../parts/state-badge.tsx";
import { Editor } from "./drafts/editor.tsx";

const STATUSES = [
  "draft",
  "pending",
  "in_review",
  "changes_requested",
  "approved",
  "rejected",
  "withdrawn",
] as const;

export function Drafts() {
  const [id] = place.value.rest;
  return id === undefined ? <DraftList /> : <Editor key={id} id={id === "new" ? undefined : id} />;
}

function DraftList() {
  const [chosen, choose] = useQuery("status");
  const { cursor } = place.value.query;
  const status = STATUSES.find((one) => one === chosen);
  const list = useLoaded(`${status} ${cursor}`, async (signal) =>
    pageOf(
      await drafts.listDrafts.withResponse({ query: { status, cursor, limit: 25 } }, { signal }),
    ),
  );
  useCommands([{ label: "New draft", keys: "n", run: () => go(["drafts", "new"]) }]);
  return (
    <section class="card wide">
      <header>
        <label class="beside">
          Status{" "}
          <select value={status ?? ""} onChange={(event) => choose(event.currentTarget.value)}>
            <option value="">all</option>
            {STATUSES.map((one) => (
              <option key={one} value={one}>
                {one.replaceAll("_", " ")}
              </option>
            ))}
          </select>
        </label>
        <a class="button" href={formatPlace(["drafts", "new"])}>
          New draft
        </a>
      </header>
      <Listed
        list={list}
        none={<NoDrafts filtered={status !== undefined} />}
        row={(draft) => (
          <li key={draft.id}>
            <a href={formatPlace(["drafts", draft.id])} dir="auto">
              {draft.draft_data.question_text ?? "A draft without a question"}
            </a>
            <span class="facts">
              <StateBadge state={statusAt(draft, now.value)} />
              <span>version {draft.version}</span>
              <span>{ago(Date.parse(draft.updated_at), now.value)}</span>
              {draft.validation_errors.length > 0 && (
                <span>{draft.validation_errors.length} to mend</span>
              )}
            </span>
          </li>
        )}
      />
      <Pages next={list.value?.next} total={list.value?.total} />
    </section>
  );
}

function NoDrafts({ filtered }: { readonly filtered: boolean }) {
  if (filtered)
    return <Empty title="No draft of yours has this status">Choose another one above.</Empty>;
  return (
    <Empty
      title="You have no draft yet"
      action={
        <a class="button" href={formatPlace(["drafts", "new"])}>
          Write the first one
        </a>
      }
    >
      A draft is a question that a market will decide, with its outcomes and the sources that settle
      it. Write it, submit it, and a curator makes it a market or says what to change.
    </Empty>
  );
}
