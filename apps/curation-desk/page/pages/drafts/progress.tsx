/** The list of what is still missing, what the rules say about the saved version, and the buttons. */

import type { DraftDetail, Finding } from "@bourse/contract/curation";
import { Card, Keys, Notice, spaced } from "@bourse/ui";
import type { ComponentChildren } from "preact";

import type { Fault } from "../../model/draft-checks.ts";
import { Findings } from "../../parts/findings.tsx";
import { Scores } from "../../parts/scores.tsx";
import { StateBadge } from "../../parts/state-badge.tsx";
import { Withdraw } from "./withdraw.tsx";

interface ProgressProps {
  readonly saved: DraftDetail | null;
  readonly faults: readonly Fault[];
  /** Warnings of the rules about what is typed. */
  readonly warnings: readonly Finding[];
  /** Warnings that must be acknowledged before it is submitted. */
  readonly stop: ComponentChildren;
  readonly isChanged: boolean;
  readonly busy: boolean;
  readonly problem: string | undefined;
  readonly onSave: () => void;
  readonly onSubmit: () => void;
  /** Called when the saved draft was withdrawn, and when it could not be. */
  readonly onWithdrawn: (isDone: boolean) => void;
}

export function Progress(props: ProgressProps) {
  const { saved, faults, warnings, isChanged, busy, problem } = props;
  const { onSave, onSubmit, onWithdrawn } = props;
  const question = saved?.draft_data.question_text;
  // Other markets are the server's to know.
  const twins = saved?.validation_warnings.filter(({ code }) => code === "near_duplicate") ?? [];
  const cannotSave = faults.some(({ blocks }) => blocks === "save");
  return (
    <Card
      title={saved === null ? "A new draft" : `Version ${saved.version}`}
      aside={<StateBadge state={saved?.status ?? "not saved"} />}
    >
      {saved?.status === "changes_requested" && (
        <blockquote>
          <bdi>{saved.assigned_curator_name ?? "The curator"}</bdi>:{" "}
          <bdi>{saved.curator_notes}</bdi>
        </blockquote>
      )}
      <div class="buttons">
        <button type="button" class="second" disabled={busy || cannotSave} onClick={onSave}>
          {busy ? "Saving…" : "Save"} <Keys keys="mod+s" />
        </button>
        <button type="button" disabled={busy} onClick={onSubmit}>
          Submit
        </button>
        {saved !== null && <Withdraw draft={saved} onDone={onWithdrawn} />}
      </div>
      <p class="hint" role="status">
        {isChanged ? "There are changes that are not saved." : saved && "Everything is saved."}
      </p>
      {problem !== undefined && <Notice kind="poor">{problem}</Notice>}
      {faults.length === 0 && props.stop}
      <h3>Before it can be submitted</h3>
      {faults.length === 0 ? (
        <p class="done">Nothing is wrong.</p>
      ) : (
        <ul class="faults" aria-label="To mend">
          {faults.map(({ field, message }) => (
            <li key={`${field} ${message}`}>
              <span class="strong">{nameOf(field)}</span> {message}
            </li>
          ))}
        </ul>
      )}
      <h3>What curators will ask about</h3>
      <Findings warnings={[...warnings, ...twins]} question={question} />
      {saved !== null && (
        <>
          <h3>Scores of version {saved.version}</h3>
          <Scores draft={saved} />
        </>
      )}
    </Card>
  );
}

/** `outcomes.1.label` as `outcomes 2`. */
function nameOf(path: string): string {
  const [field = "", at] = path.split(".");
  return at === undefined ? spaced(field) : `${spaced(field)} ${Number(at) + 1}`;
}
