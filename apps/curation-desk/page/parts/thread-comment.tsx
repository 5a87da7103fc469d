/** One comment of a draft's thread, which curators hide and show. */

import type { DraftComment } from "@bourse/contract/curation";
import { Form, Notice, useAction } from "@bourse/ui";
import { useState } from "preact/hooks";

import { explained } from "../model/explained.ts";
import { review } from "../model/service.ts";
import { isCurator } from "../model/session.ts";
import { timeText } from "../model/time.ts";
import { ReasonField } from "./reason-field.tsx";

interface ThreadCommentProps {
  readonly comment: DraftComment;
  /** Called with the comment after it was hidden or shown. */
  readonly onChange: (comment: DraftComment) => void;
}

export function ThreadComment({ comment, onChange }: ThreadCommentProps) {
  const { author_name, author_role, body, created_at, hidden } = comment;
  return (
    <li>
      <span class="facts">
        <bdi class="strong">{author_name}</bdi>
        <span>{author_role === "owner" ? "author" : "curator"}</span>
        <time dateTime={created_at}>{timeText(created_at)}</time>
      </span>
      {hidden !== undefined && (
        <p class="hint">
          {hidden.reason === null
            ? "A curator has hidden this comment."
            : `Hidden from all but its author and curators: ${hidden.reason}`}
        </p>
      )}
      {body !== "" && (
        <p class="said" dir="auto">
          {body}
        </p>
      )}
      {isCurator.value && <Moderation comment={comment} onChange={onChange} />}
    </li>
  );
}

function Moderation({ comment, onChange }: ThreadCommentProps) {
  const [asks, setAsks] = useState(false);
  const [reason, setReason] = useState("");
  const params = { id: comment.draft_id, comment_id: comment.id };
  const hide = useAction<void, void>(
    explained(async () => {
      onChange(await review.hideComment({ params, body: { reason } }));
      setAsks(false);
    }),
  );
  const show = useAction<void, void>(
    explained(async () => onChange(await review.showComment({ params }))),
  );
  if (asks) {
    return (
      <Form
        action={hide}
        words={["Hide the comment", "Hiding…"]}
        isReady={reason.trim().length >= 10}
        onBack={() => setAsks(false)}
      >
        <ReasonField reason={reason} onInput={setReason} />
      </Form>
    );
  }
  const of = `the comment of ${comment.author_name}, ${timeText(comment.created_at)}`;
  return (
    <>
      {comment.hidden === undefined ? (
        <button
          type="button"
          class="second small"
          aria-label={`Hide ${of}`}
          onClick={() => setAsks(true)}
        >
          Hide…
        </button>
      ) : (
        <button
          type="button"
          class="second small"
          aria-label={`Show ${of}`}
          disabled={show.busy}
          onClick={() => void show.run()}
        >
          Show
        </button>
      )}
      {show.problem !== undefined && <Notice kind="poor">{show.problem}</Notice>}
    </>
  );
}
