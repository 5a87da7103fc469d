/** One market: its specification, how it was decided, and what was done to it. */

import type { Market as MarketView } from "@bourse/contract/curation";
import { Card, Code, formatPlace, Notice, ReadingHint } from "@bourse/ui";
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { useLoaded, type Loaded } from "../../model/loaded.ts";
import { accounts } from "../../model/service.ts";
import { hasAccount, user } from "../../model/session.ts";
import { timeAndDistance, timeText } from "../../model/time.ts";
import { amountText } from "../../model/units.ts";
import { Specification } from "../../parts/specification.tsx";
import { StateBadge } from "../../parts/state-badge.tsx";
import { bondText, windowText } from "./dispute-window.ts";
import { MarketSteps } from "./market-steps.tsx";
import { MarketTrail } from "./market-trail.tsx";

export function Market({ id }: { readonly id: string }) {
  const market = useLoaded(`${id} ${user.value?.id}`, (signal) =>
    accounts.getMarket({ params: { id } }, { signal }),
  );
  if (market.value === undefined) {
    return market.problem === undefined ? (
      <ReadingHint>Reading the market…</ReadingHint>
    ) : (
      <Notice kind="poor">{market.problem}</Notice>
    );
  }
  return <Shown market={market.value} loaded={market} />;
}

/** Question of the market that is shown, which names the page and the window. */
export const shownQuestion = signal<string | undefined>(undefined);

interface ShownProps {
  readonly market: MarketView;
  readonly loaded: Loaded<MarketView>;
}

function Shown({ market, loaded }: ShownProps) {
  const { resolution, dispute, outcomes } = market;
  useEffect(() => {
    shownQuestion.value = market.question_text;
    const end = describe(descriptionOf(market));
    return () => {
      shownQuestion.value = undefined;
      end();
    };
  }, [market]);
  const labelOf = (outcome: string | null): string =>
    outcomes.find(({ id }) => id === outcome)?.label ?? "–";
  return (
    <div class={loaded.stale ? "wide split stale" : "wide split"}>
      <div class="stack">
        {loaded.problem !== undefined && <Notice kind="poor">{loaded.problem}</Notice>}
        <Card title="Outcomes" aside={<StateBadge state={market.state} />} wide>
          <ul class="plain outcomes">
            {outcomes.map(({ id, label, current_probability }) => (
              <li key={id} class={resolution?.outcome_id === id ? "strong" : undefined}>
                <bdi>{label}</bdi>
                <span>{standing(market, id, current_probability)}</span>
              </li>
            ))}
          </ul>
          {market.summary !== null && <p dir="auto">{market.summary}</p>}
          {resolution !== null && (
            <p>
              Decided: {labelOf(resolution.outcome_id)}, {timeText(market.resolved_at)}.{" "}
              <a href={resolution.evidence_url} rel="noreferrer noopener">
                Evidence
              </a>
            </p>
          )}
          {dispute !== null && (
            <blockquote dir="auto">
              Disputed {timeText(dispute.disputed_at)}: {dispute.reason}
            </blockquote>
          )}
          {market.invalid_reason !== null && (
            <blockquote dir="auto">{market.invalid_reason}</blockquote>
          )}
        </Card>
        <Card title="Specification" wide>
          <Specification data={specificationOf(market)} />
        </Card>
      </div>
      <aside class="stack sticky">
        <Facts market={market} />
        {hasAccount.value && <MarketSteps market={market} loaded={loaded} />}
        {hasAccount.value && <MarketTrail market={market} labelOf={labelOf} />}
      </aside>
    </div>
  );
}

function Facts({ market }: { readonly market: MarketView }) {
  return (
    <Card title="Facts">
      <dl class="pairs">
        <dt>Decided by</dt>
        <dd>
          {market.resolution_deadline === null
            ? "No deadline is given."
            : market.state === "resolved"
              ? timeText(market.resolution_deadline)
              : timeAndDistance(market.resolution_deadline)}
        </dd>
        {market.lock_at !== null && (
          <>
            <dt>Trading ends</dt>
            <dd>{timeAndDistance(market.lock_at)}</dd>
          </>
        )}
        <dt>Dispute window</dt>
        <dd>{windowText(market)}</dd>
        <dt>Dispute bond</dt>
        <dd>{bondText(market)}</dd>
        <dt>Created</dt>
        <dd>{timeText(market.created_at)}</dd>
        {market.state === "pending_launch" && market.open_at !== null && (
          <>
            <dt>Opens</dt>
            <dd>{timeAndDistance(market.open_at)}</dd>
          </>
        )}
        <dt>Volume</dt>
        <dd>{isTraded(market) ? amountText(market.total_volume) : "No trade yet."}</dd>
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
  );
}

/** Standing of an outcome: its chance while the market is open and traded, its end once it is decided. */
function standing(market: MarketView, outcome: string, chance: number): string {
  const { state, resolution } = market;
  if (state === "resolved") return resolution?.outcome_id === outcome ? "came true ✓" : "did not";
  if (state === "invalid") return "void";
  if (state === "disputed") return resolution?.outcome_id === outcome ? "declared" : "";
  return isTraded(market) ? `${Math.round(chance * 1000) / 10} %` : "no price yet";
}

/** False where nobody has traded: the chance of an outcome is nobody's then. */
function isTraded({ total_volume }: MarketView): boolean {
  return !/^0*(?:\.0*)?$/.test(total_volume);
}

/** Text that a search engine or a messenger shows of a link to the page. */
function descriptionOf(market: MarketView): string {
  const deadline = market.resolution_deadline;
  const outcomes = market.outcomes.map(({ label }) => label).join(" / ");
  const until = deadline === null ? "without a deadline" : `decided by ${timeText(deadline)}`;
  return `${outcomes}, ${market.state.replaceAll("_", " ")}, ${until}. ${market.summary ?? ""}`.trim();
}

/** Describes the document; the result puts back what was there. */
function describe(text: string): () => void {
  const meta = document.querySelector<HTMLMetaElement>("meta[name=description]");
  const before = meta?.content ?? "";
  if (meta !== null) meta.content = text;
  return () => {
    if (meta !== null) meta.content = before;
  };
}

/** The fields that are shown nowhere else. */
function specificationOf(market: MarketView): Readonly<Record<string, unknown>> {
  const shown = new Set(
    "id question_text summary outcomes resolution_deadline lock_at dispute_window_hours dispute_bond_minimum state total_volume created_at creator_wallet version draft_id resolved_at resolution resolution_count invalid_reason dispute".split(
      " ",
    ),
  );
  return Object.fromEntries(Object.entries(market).filter(([name]) => !shown.has(name)));
}
