/** A draft as its author works on it: typed, checked, saved against the version that was read, submitted. */

import type { DraftDetail } from "@bourse/contract/curation";
import { Card, Field, formatPlace, Notice, toast, useCommands, ReadingHint } from "@bourse/ui";
import { useState } from "preact/hooks";

import { statusAt } from "../../model/claim.ts";
import { faultsIn } from "../../model/draft-checks.ts";
import { dataOf, formOf } from "../../model/draft-form.ts";
import { useLoaded } from "../../model/loaded.ts";
import { findingsIn, stopsIn } from "../../model/rules.ts";
import { drafts } from "../../model/service.ts";
import { user } from "../../model/session.ts";
import { now } from "../../model/time.ts";
import { Acknowledge, isAcknowledged } from "../../parts/acknowledge.tsx";
import { DraftTrail } from "../../parts/draft-trail.tsx";
import { Specification } from "../../parts/specification.tsx";
import { StateBadge } from "../../parts/state-badge.tsx";
import { Conflict } from "./conflict.tsx";
import { FormFields } from "./form-fields.tsx";
import { Progress } from "./progress.tsx";
import { useSaving } from "./use-saving.ts";
import { useTyped } from "./use-typed.ts";
import { Withdraw } from "./withdraw.tsx";

export function Editor({ id }: { readonly id: string | undefined }) {
  const draft = useLoaded(
    id ?? "new",
    async (signal) =>
      id === undefined ? null : await drafts.getDraft({ params: { id } }, { signal }),
    { isEdited: true },
  );
  if (draft.problem !== undefined && draft.value === undefined) {
    return <Notice kind="poor">{draft.problem}</Notice>;
  }
  if (draft.value === undefined) return <ReadingHint>Reading the draft…</ReadingHint>;
  const isOpen =
    draft.value === null ||
    (draft.value.creator_id === user.value?.id &&
      (draft.value.status === "draft" || draft.value.status === "changes_requested"));
  if (!isOpen && draft.value !== null) return <Closed draft={draft.value} reload={draft.reload} />;
  return (
    <Open key={draft.value?.status} saved={draft.value} put={draft.put} reload={draft.reload} />
  );
}

interface OpenProps {
  /** The newest version that is known; null for a draft that was never saved. */
  readonly saved: DraftDetail | null;
  readonly put: (draft: DraftDetail) => void;
  readonly reload: () => void;
}

function Open({ saved, put, reload }: OpenProps) {
  const { form, setForm, answer, setAnswer, patch, isChanged, forget } = useTyped(saved);
  const [tried, setTried] = useState(false);
  const [known, setKnown] = useState<readonly string[]>([]);
  const typed = dataOf(form);
  const faults = faultsIn(typed, now.value);
  const { warnings } = findingsIn(typed, now.value);
  const stops = stopsIn(typed, now.value);
  /** The fields that others saved are in the form too, or the next save would take it out again. */
  const merged = (draft: DraftDetail): void => setForm(formOf(draft.draft_data));
  const saving = useSaving({ saved, form, patch, answer, put, reload, forget, merged });
  const blocked = faults.filter(({ blocks }) => blocks === "save");
  const save = (): void => {
    if (blocked.length > 0)
      toast("Mend what is marked red first: it cannot be saved.", { kind: "poor" });
    else if (isChanged || saved === null) void saving.save();
    else toast("Nothing has changed since the last save.");
  };
  const submit = (): void => {
    setTried(true);
    if (faults.length === 0 && isAcknowledged(stops, known))
      void saving.submit(isChanged || saved === null, known);
    else if (faults.length === 0)
      toast("Add what is missing, or tick that it is submitted without.", { kind: "poor" });
    else toast(`${faults.length} to mend before it can be submitted.`, { kind: "poor" });
  };
  useCommands([
    { label: "Save the draft", keys: "mod+s", run: save },
    { label: "Submit the draft", keys: "mod+enter", run: submit },
  ]);
  return (
    <div class="wide split">
      <div class="stack">
        {saving.conflict !== undefined && (
          <Conflict
            mine={patch}
            theirs={saving.conflict}
            onKeep={() => void saving.keepMine()}
            onTake={(theirs) => {
              setForm(formOf(theirs.draft_data));
              put(theirs);
              saving.settle();
            }}
          />
        )}
        <FormFields
          form={form}
          onChange={setForm}
          faults={faults}
          tried={tried}
          requested={saved?.requested_changes ?? {}}
        />
        {saved?.status === "changes_requested" && <Answer value={answer} onInput={setAnswer} />}
      </div>
      <aside class="stack sticky">
        <Progress
          saved={saved}
          faults={faults}
          warnings={warnings}
          isChanged={isChanged}
          busy={saving.busy}
          problem={saving.problem}
          stop={<Acknowledge stops={stops} known={known} step="Submit" onChange={setKnown} />}
          onSave={save}
          onSubmit={submit}
          onWithdrawn={(isDone) => {
            if (isDone) forget();
            reload();
          }}
        />
        {saved !== null && <DraftTrail draft={saved} />}
      </aside>
    </div>
  );
}

interface AnswerProps {
  readonly value: string;
  readonly onInput: (value: string) => void;
}

function Answer({ value, onInput }: AnswerProps) {
  return (
    <Card title="Your answer to the curator" wide>
      <Field label="Answer" hint="It is kept with the next version that you save.">
        {(ties) => (
          <textarea
            dir="auto"
            {...ties}
            rows={3}
            maxLength={5000}
            value={value}
            onInput={(event) => onInput(event.currentTarget.value)}
          />
        )}
      </Field>
    </Card>
  );
}

/** A draft that its author can't change now. */
function Closed({ draft, reload }: { readonly draft: DraftDetail; readonly reload: () => void }) {
  const status = statusAt(draft, now.value);
  const canWithdraw = status === "pending" && draft.creator_id === user.value?.id;
  return (
    <div class="wide split">
      <Card title={draft.draft_data.question_text ?? "A draft without a question"}>
        <Specification data={draft.draft_data} />
      </Card>
      <aside class="stack sticky">
        <Card title="Where it stands" aside={<StateBadge state={status} />}>
          <p>{STANDS[status]}</p>
          {draft.curator_notes !== null && (
            <blockquote>
              <bdi>{draft.assigned_curator_name}</bdi>: <bdi>{draft.curator_notes}</bdi>
            </blockquote>
          )}
          <div class="buttons">
            {draft.market_id !== null && (
              <a class="button" href={formatPlace(["markets", draft.market_id])}>
                Open its market
              </a>
            )}
            {canWithdraw && <Withdraw draft={draft} onDone={reload} />}
            <button type="button" class="second" onClick={reload}>
              Look again
            </button>
          </div>
        </Card>
        <DraftTrail draft={draft} />
      </aside>
    </div>
  );
}

const STANDS: Readonly<Record<DraftDetail["status"], string>> = {
  draft: "It is not submitted.",
  pending: "It waits for a curator. Until one takes it, you can withdraw it.",
  in_review: "A curator is reviewing it; it cannot be changed meanwhile.",
  changes_requested: "A curator asks for changes.",
  approved: "It was approved and is a market.",
  rejected: "It was rejected. That is final; a new draft can do better.",
  withdrawn: "You withdrew it. That is final.",
};
