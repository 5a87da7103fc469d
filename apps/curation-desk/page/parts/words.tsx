/** Two texts as one: what was taken out is struck out, what was added is underlined. */

import { wordDiff } from "../model/word-diff.ts";

export function Words({ before, after }: { readonly before: string; readonly after: string }) {
  return (
    <>
      {wordDiff(before, after).map(({ kind, text }, at) =>
        kind === "both" ? (
          <span key={at}>{text}</span>
        ) : kind === "before" ? (
          <del key={at} class="breaking">
            {text}
          </del>
        ) : (
          <ins key={at} class="breaking">
            {text}
          </ins>
        ),
      )}
    </>
  );
}
