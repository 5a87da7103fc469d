/** The rules' scores of a draft as bars with their numbers. */

import type { Draft } from "@bourse/contract/curation";

const KINDS = ["quality", "safety", "clarity"] as const;

export function Scores({ draft }: { readonly draft: Draft }) {
  return (
    <dl class="scores">
      {KINDS.map((kind) => {
        const score = draft[`${kind}_score`];
        return (
          <div key={kind}>
            <dt>{kind}</dt>
            <dd>
              <meter
                min={0}
                max={1}
                low={0.5}
                high={0.75}
                optimum={1}
                value={score}
                aria-label={kind}
              />
              {Math.round(score * 100)}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
