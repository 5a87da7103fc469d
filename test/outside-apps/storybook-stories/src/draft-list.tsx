// The component: the drafts of the account, each with its state, or the
// reason why there are none.
import type { DraftsClient } from "@bourse/client/curation/drafts";
import { useEffect, useState } from "react";

export function DraftList({ drafts }: { readonly drafts: DraftsClient }) {
  const [lines, show] = useState<readonly string[]>(["loading"]);
  useEffect(() => {
    void drafts.listDrafts.safe().then((answer) => {
      show(
        answer.ok
          ? answer.data.map(
              (draft) =>
                `${draft.status}: ${draft.draft_data.question_text}`,
            )
          : [`Not available: ${answer.error.code}`],
      );
    });
  }, [drafts]);
  return (
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
