/** The trail of a draft: its thread, the differences between versions, and what was done to it. */

import type { Draft, DraftAction } from "@bourse/contract/curation";
import { Card, Notice, useAction } from "@bourse/ui";
import { useState } from "preact/hooks";

import { explained } from "../model/explained.ts";
import { useLoaded, type Loaded } from "../model/loaded.ts";
import { drafts, review } from "../model/service.ts";
import { timeText } from "../model/time.ts";
import { draftSentence, reviewedVersion } from "../model/trail-sentence.ts";
import { Differences } from "./differences.tsx";
import { ThreadComment } from "./thread-comment.tsx";

interface TrailProps {
  readonly draft: Draft;
  /** Routes that are asked: the author's or the curators'. */
  readonly source: "own" | "review";
}

/** The trail of a draft for its author. */
export function DraftTrail({ draft }: { readonly draft: Draft }) {
  const trail = useTrail({ draft, source: "own" });
  return (
    <>
      <Thread draft={draft} />
      <SinceReview draft={draft} source="own" trail={trail} />
      <Actions trail={trail} />
    </>
  );
}

interface SinceReviewProps extends TrailProps {
  readonly trail: Loaded<readonly DraftAction[]>;
}

/** The changes since a curator decided last, else those of the last version; nothing for a first version. */
export function SinceReview({ draft, source, trail }: SinceReviewProps) {
  if (draft.version === 1 || (trail.value === undefined && trail.problem === undefined))
    return null;
  const since = reviewedVersion(trail.value ?? []);
  return <Differences key={draft.id} draft={draft} source={source} since={since} />;
}

export function Thread({ draft }: { readonly draft: Draft }) {
  const params = { id: draft.id };
  const [body, setBody] = useState("");
  const thread = useLoaded(draft.id, (signal) => drafts.listComments({ params }, { signal }));
  const comments = thread.value ?? [];
  const send = useAction(
    explained(async (text: string) => {
      const comment = await drafts.commentDraft({ params, body: { body: text } });
      thread.put([...comments, comment]);
      setBody("");
    }),
  );
  return (
    <Card title="Thread">
      {thread.problem !== undefined && <Notice kind="poor">{thread.problem}</Notice>}
      {comments.length === 0 && (
        <p class="hint">Author and curators talk here; nothing is said yet.</p>
      )}
      <ul class="plain trail">
        {comments.map((comment) => (
          <ThreadComment
            key={comment.id}
            comment={comment}
            onChange={(changed) =>
              thread.put(comments.map((one) => (one.id === changed.id ? changed : one)))
            }
          />
        ))}
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send.run(body);
        }}
      >
        <textarea
          dir="auto"
          rows={2}
          class="comment"
          aria-label="Comment"
          placeholder="Ask or answer"
          maxLength={5000}
          value={body}
          onInput={(event) => setBody(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void send.run(body);
            if (event.key === "Escape") event.currentTarget.blur();
          }}
        />
        <button type="submit" class="second small" disabled={send.busy || body.trim() === ""}>
          Comment
        </button>
        {send.problem !== undefined && <Notice kind="poor">{send.problem}</Notice>}
      </form>
    </Card>
  );
}

interface ActionsProps {
  readonly trail: Loaded<readonly DraftAction[]>;
}

export function Actions({ trail }: ActionsProps) {
  return (
    <Card title="Trail">
      {trail.problem !== undefined && <Notice kind="poor">{trail.problem}</Notice>}
      <ol class="plain trail">
        {trail.value?.map((entry) => (
          <li key={entry.id}>
            <span>
              <bdi class="strong">{entry.actor_name}</bdi> {draftSentence(entry)}.
            </span>{" "}
            <time class="hint" dateTime={entry.created_at}>
              {timeText(entry.created_at)}
            </time>
            {entry.note !== null && (
              <p class="said" dir="auto">
                {entry.note}
              </p>
            )}
          </li>
        ))}
      </ol>
      {trail.value?.length === 0 && (
        <p class="hint">Nothing was done to it since it was written.</p>
      )}
    </Card>
  );
}

/** The trail of a draft, read again when the draft changes. */
export function useTrail({ draft, source }: TrailProps): Loaded<readonly DraftAction[]> {
  const params = { id: draft.id };
  const key = `${draft.id} ${draft.updated_at} ${draft.status}`;
  return useLoaded<readonly DraftAction[]>(key, (signal) =>
    source === "own"
      ? drafts.draftActions({ params }, { signal })
      : review.reviewActions({ params }, { signal }),
  );
}
