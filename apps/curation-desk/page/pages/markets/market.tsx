/** One market: its specification, how it was decided, and what was done to it. */

import type { Market as MarketView } from "@bourse/contract/curation";
import { Card, Code, formatPlace, Notice } from "@bourse/ui";

import { useLoaded, type Loaded } from "../../model/loaded.ts";
import { accounts } from "../../model/service.ts";
import { hasAccount, user } from "../../model/session.ts";
import { timeText } from "../../model/time.ts";
import { Specification } from "../../parts/specification.tsx";
import { StateBadge } from "../../parts/state-badge.tsx";
import { MarketSteps } from "./market-steps.tsx";
import { MarketTrail } from "./market-trail.tsx";

export function Market({ id }: { readonly id: string }) {
  const market = useLoaded(`${id} ${user.value?.id}`, (signal) =>
    accounts.getMarket({ params: { id } }, { signal }),
  );
  if (market.value === undefined) {
    return market.problem === undefined ? (
      <p class="hint reading">Reading the market…</p>
    ) : (
      <Notice kind="poor">{market.problem}</Notice>
    );
  }
  return <Shown market={market.value} loaded={market} />;
}

interface ShownProps {
  readonly market: MarketView;
  readonly loaded: Loaded<MarketView>;
}

function Shown({ market, loaded }: ShownProps) {
  const { resolution, dispute, outcomes } = market;
  const labelOf = (outcome: string | null): string =>
    outcomes.find(({ id }) => id === outcome)?.label ?? "—";
  return (
    <div class={loaded.stale ? "wide split stale" : "wide split"}>
      <div class="stack">
        {loaded.problem !== undefined && <Notice kind="poor">{loaded.problem}</Notice>}
        <Card title={market.question_text} aside={<StateBadge state={market.state} />} wide>
          <ul class="plain outcomes">
            {outcomes.map(({ id, label, current_probability }) => (
              <li key={id} class={resolution?.outcome_id === id ? "strong" : undefined}>
                <span>
                  {label}
                  {resolution?.outcome_id === id && " ✓"}
                </span>
                <span class="number">{Math.round(current_probability * 1000) / 10} %</span>
              </li>
            ))}
          </ul>
          {resolution !== null && (
            <p>
              Decided: {labelOf(resolution.outcome_id)}, {timeText(market.resolved_at)}.{" "}
              <a href={resolution.evidence_url} rel="noreferrer noopener">
                Evidence
              </a>
            </p>
          )}
          {dispute !== null && (
            <blockquote>
              Disputed {timeText(dispute.disputed_at)}: {dispute.reason}
            </blockquote>
          )}
          {market.invalid_reason !== null && <blockquote>{market.invalid_reason}</blockquote>}
        </Card>
        <Card title="Specification" wide>
          <Specification data={specificationOf(market)} />
        </Card>
      </div>
      <aside class="stack sticky">
        <Card title="Facts">
          <dl class="pairs">
            <dt>Created</dt>
            <dd>{timeText(market.created_at)}</dd>
            {market.state === "pending_launch" && market.open_at !== null && (
              <>
                <dt>Opens</dt>
                <dd>{timeText(market.open_at)}</dd>
              </>
            )}
            <dt>Volume</dt>
            <dd>{market.total_volume}</dd>
            <dt>Version</dt>
            <dd>{market.version}</dd>
            {market.creator_wallet !== null && (
              <>
                <dt>Creator</dt>
                <dd>
                  <Code text={market.creator_wallet} label="the creator's address" />{" "}
                  <a href={formatPlace(["markets"], { creator: market.creator_wallet })}>markets</a>
                </dd>
              </>
            )}
          </dl>
        </Card>
        {hasAccount.value && <MarketSteps market={market} loaded={loaded} />}
        {hasAccount.value && <MarketTrail market={market} labelOf={labelOf} />}
      </aside>
    </div>
  );
}

/** The fields that are shown nowhere else. */
function specificationOf(market: MarketView): Readonly<Record<string, unknown>> {
  const shown = new Set(
    "id question_text state total_volume created_at creator_wallet version draft_id resolved_at resolution resolution_count invalid_reason dispute".split(
      " ",
    ),
  );
  return Object.fromEntries(Object.entries(market).filter(([name]) => !shown.has(name)));
}
