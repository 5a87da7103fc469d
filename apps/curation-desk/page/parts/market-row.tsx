/** A market in a list. */

import type { MarketItem } from "@bourse/contract/curation";
import { formatPlace } from "@bourse/ui";

import { timeAndDistance, timeText } from "../model/time.ts";
import { StateBadge } from "./state-badge.tsx";

export function MarketRow({ market }: { readonly market: MarketItem }) {
  const { id, question_text, summary, state, outcomes, resolution_deadline: deadline } = market;
  const isOpen = state === "active" || state === "locked" || state === "pending_launch";
  return (
    <li>
      <a href={formatPlace(["markets", id])} dir="auto">
        {question_text}
      </a>
      {summary !== null && (
        <p class="hint" dir="auto">
          {summary}
        </p>
      )}
      <span class="facts">
        <StateBadge state={state} />
        <bdi>{outcomes.map(({ label }) => label).join(" / ")}</bdi>
        <span>
          {deadline === null
            ? "no deadline"
            : `decided by ${isOpen ? timeAndDistance(deadline) : timeText(deadline)}`}
        </span>
        {market.topic_tags.map((tag) => (
          <a key={tag} class="tag" href={formatPlace(["markets"], { tag })}>
            <bdi>#{tag}</bdi>
          </a>
        ))}
      </span>
    </li>
  );
}
