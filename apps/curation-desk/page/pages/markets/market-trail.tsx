/** The trail of a market, for its creator and curators: who did what, when and why. */

import type { Market } from "@bourse/contract/curation";
import { Card } from "@bourse/ui";

import { useLoaded } from "../../model/loaded.ts";
import { accounts } from "../../model/service.ts";
import { timeText } from "../../model/time.ts";
import { marketSentence } from "../../model/trail-sentence.ts";

interface MarketTrailProps {
  readonly market: Market;
  /** Label of an outcome by its id. */
  readonly labelOf: (outcome: string | null) => string;
}

export function MarketTrail({ market, labelOf }: MarketTrailProps) {
  const key = `${market.id} ${market.version} ${market.state}`;
  const trail = useLoaded(key, (signal) =>
    accounts.marketActions({ params: { id: market.id } }, { signal }),
  );
  return (
    <Card title="Trail">
      {trail.problem !== undefined && (
        <p class="hint">Only the creator of a market and curators may read its trail.</p>
      )}
      <ol class="plain trail">
        {trail.value?.map((entry) => (
          <li key={entry.id}>
            <span>
              <bdi class="strong">{entry.actor_name}</bdi> {marketSentence(entry)}.
            </span>{" "}
            <time class="hint" dateTime={entry.created_at}>
              {timeText(entry.created_at)}
            </time>
            {entry.outcome_id !== null && (
              <p class="said">
                Outcome: <bdi>{labelOf(entry.outcome_id)}</bdi>
              </p>
            )}
            {entry.reason !== null && (
              <p class="said" dir="auto">
                {entry.reason}
              </p>
            )}
            {entry.evidence_url !== null && (
              <a href={entry.evidence_url} rel="noreferrer noopener">
                Evidence
              </a>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}
