/** The trail of a draft: its thread, the differences between versions, and what was done to it. */

import type { Draft } from "@bourse/contract/curation";
import { Card, Notice, spaced, useAction } from "@bourse/ui";
import { useState } from "preact/hooks";

import { explained } from "../model/explained.ts";
import { useLoaded } from "../model/loaded.ts";
import { drafts, review } from "../model/service.ts";
import { timeText } from "../model/time.ts";
import { Differences } from "./differences.tsx";
import { ThreadComment } from "./thread-comment.tsx";

interface DraftTrailProps {
  readonly draft: Draft;
  /** Routes that are asked: the author's or the curators'. */
  readonly source: "own" | "review";
}

export function DraftTrail({ draft, source }: DraftTrailProps) {
  return (
    <>
      <Thread draft={draft} />
      {draft.version > 1 && source === "own" && <Differences draft={draft} source={source} />}
      <Actions draft={draft} source={source} />
    </>
  );
}

function Thread({ draft }: { readonly draft: Draft }) {
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

function Actions({ draft, source }: DraftTrailProps) {
  const params = { id: draft.id };
  const key = `${draft.id} ${draft.updated_at} ${draft.status}`;
  const trail = useLoaded(key, (signal) =>
    source === "own"
      ? drafts.draftActions({ params }, { signal })
      : review.reviewActions({ params }, { signal }),
  );
  return (
    <Card title="Trail">
      {trail.problem !== undefined && <Notice kind="poor">{trail.problem}</Notice>}
      <ol class="plain trail">
        {trail.value?.map(
          ({ id, action, actor_name, version, note, self_reviewed, created_at }) => (
            <li key={id}>
              <span class="facts">
                <span class="strong">{spaced(action)}</span>
                <span>{actor_name}</span>
                <span>version {version}</span>
                {self_reviewed && <span>own draft</span>}
                <time dateTime={created_at}>{timeText(created_at)}</time>
              </span>
              {note !== null && <p class="said">{note}</p>}
            </li>
          ),
        )}
      </ol>
      {trail.value?.length === 0 && (
        <p class="hint">Nothing was done to it since it was written.</p>
      )}
    </Card>
  );
}
