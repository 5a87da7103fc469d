/** The draft that is read in the queue: who holds it, what the rules say, what it specifies, what happened to it. */

import type { Draft } from "@bourse/contract/curation";
import { Card, Code, Keys, Notice } from "@bourse/ui";

import { statusAt } from "../../model/claim.ts";
import { isAdmin, user } from "../../model/session.ts";
import { now, timeText } from "../../model/time.ts";
import { Actions, SinceReview, Thread, useTrail } from "../../parts/draft-trail.tsx";
import { Findings } from "../../parts/findings.tsx";
import { Scores } from "../../parts/scores.tsx";
import { Specification } from "../../parts/specification.tsx";
import { StateBadge } from "../../parts/state-badge.tsx";
import { Lease } from "./queue-row.tsx";

interface DraftViewProps {
  readonly draft: Draft;
  readonly isStale: boolean;
  readonly onStep: Readonly<
    Record<"claim" | "release" | "approve" | "reject" | "request", () => void>
  >;
}

/** True when the claim on the draft is held by the curator who is signed in, and has not ended. */
export function hasOwnClaim(draft: Draft): boolean {
  return statusAt(draft, now.value) === "in_review" && draft.assigned_curator_id === user.value?.id;
}

/** Reason for which the curator who is signed in cannot decide about the draft; undefined when nothing hinders. */
export function hindrance(draft: Draft): string | undefined {
  const { creator_id: creator, assigned_curator_name: name, claim_expires_at: until } = draft;
  const status = statusAt(draft, now.value);
  if (status !== "pending" && status !== "in_review") {
    return `This draft is ${status.replaceAll("_", " ")}: nothing is left to decide.`;
  }
  if (creator === user.value?.id && !isAdmin.value) {
    return "You cannot review your own draft; ask another curator.";
  }
  if (status === "in_review" && !hasOwnClaim(draft) && !isAdmin.value) {
    return `${name} is reviewing this draft until ${timeText(until)}. Take another one, or wait.`;
  }
  return undefined;
}

export function DraftView({ draft, isStale, onStep }: DraftViewProps) {
  const hindered = hindrance(draft);
  const trail = useTrail({ draft, source: "review" });
  const status = statusAt(draft, now.value);
  const isWaiting = status === "pending" || status === "in_review";
  return (
    <div class={isStale ? "review stale" : "review"}>
      <Card
        title={draft.draft_data.question_text ?? "A draft without a question"}
        aside={<StateBadge state={status} />}
      >
        <p class="facts">
          <span>version {draft.version}</span>
          <span>submitted {timeText(draft.submitted_at)}</span>
          {draft.creator_wallet !== null && (
            <Code text={draft.creator_wallet} label="the author's address" />
          )}
          {draft.ai_model_used !== null && <span>written by {draft.ai_model_used}</span>}
          {status === "in_review" && (
            <Lease name={draft.assigned_curator_name} until={draft.claim_expires_at} />
          )}
        </p>
        {isWaiting && hindered !== undefined && <Notice kind="fair">{hindered}</Notice>}
        {isWaiting && hindered === undefined && (
          <div class="buttons spaced">
            <button type="button" onClick={onStep.approve}>
              Approve <Keys keys="a" />
            </button>
            <button type="button" class="second" onClick={onStep.request}>
              Request an edit <Keys keys="e" />
            </button>
            <button type="button" class="second danger" onClick={onStep.reject}>
              Reject <Keys keys="r" />
            </button>
            {hasOwnClaim(draft) ? (
              <button type="button" class="second" onClick={onStep.release}>
                Release <Keys keys="x" />
              </button>
            ) : (
              <button type="button" class="second" onClick={onStep.claim}>
                Claim <Keys keys="c" />
              </button>
            )}
          </div>
        )}
      </Card>
      <div class="review-columns">
        <div class="stack rules">
          <Card title="The rules">
            <Findings
              errors={draft.validation_errors}
              warnings={draft.validation_warnings}
              question={draft.draft_data.question_text}
            />
            <Scores draft={draft} />
          </Card>
        </div>
        <div class="stack">
          <SinceReview draft={draft} source="review" trail={trail} />
          <Card title="Specification">
            <Specification data={draft.draft_data} />
          </Card>
          <Thread key={draft.id} draft={draft} />
          <Actions trail={trail} />
        </div>
      </div>
    </div>
  );
}
