/** The findings of the server's rules in a draft; a market that asks almost the same is shown beside it. */

import type { Finding } from "@bourse/contract/curation";
import { formatPlace } from "@bourse/ui";

import { useLoaded } from "../model/loaded.ts";
import { accounts } from "../model/service.ts";
import { StateBadge } from "./state-badge.tsx";
import { Words } from "./words.tsx";

interface FindingsProps {
  readonly errors?: readonly Finding[];
  readonly warnings: readonly Finding[];
  /** Question of the draft. */
  readonly question: string | undefined;
}

export function Findings({ errors = [], warnings, question = "" }: FindingsProps) {
  if (errors.length + warnings.length === 0) return <p class="done">The rules found nothing.</p>;
  const twin = warnings.map(marketOf).find((id) => id !== undefined);
  return (
    <>
      <ul class="faults" aria-label="Findings of the rules">
        {errors.map((finding) => (
          <li key={finding.field + finding.code}>{finding.message}</li>
        ))}
        {warnings.map((finding) => (
          <li key={finding.field + finding.code} class="fair">
            {marketOf(finding) === undefined
              ? finding.message
              : "An open market asks almost the same."}
          </li>
        ))}
      </ul>
      {twin !== undefined && <Twin id={twin} question={question} />}
    </>
  );
}

/** The market that a warning names. */
function marketOf({ code, message }: Finding): string | undefined {
  return code === "near_duplicate" ? /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(message)?.[0] : undefined;
}

function Twin({ id, question }: { readonly id: string; readonly question: string }) {
  const market = useLoaded(id, (signal) => accounts.getMarket({ params: { id } }, { signal }));
  if (market.problem !== undefined) return <p class="hint">{market.problem}</p>;
  if (market.value === undefined) return <p class="hint">Reading the market…</p>;
  return (
    <section class="twin" aria-label="Market that asks almost the same">
      <p>
        <Words before={market.value.question_text} after={question} />
      </p>
      <p class="facts">
        <StateBadge state={market.value.state} />
        <a href={formatPlace(["markets", id])}>Open the market</a>
        <span class="hint">struck out: only there; underlined: only here</span>
      </p>
    </section>
  );
}
