/** The first page of a stranger: what this is, what is open, and how to begin. */

import { Card, Empty, formatPlace } from "@bourse/ui";

import { useLoaded } from "../model/loaded.ts";
import { accounts, pageOf } from "../model/service.ts";
import { Listed } from "../parts/listed.tsx";
import { MarketRow } from "../parts/market-row.tsx";

const SHOWN = 8;

export function Start() {
  const list = useLoaded("open", async (signal) => {
    const query = { state: "active", sort_by: "resolution_deadline", order: "asc" } as const;
    const asked = { query: { ...query, limit: SHOWN } };
    return pageOf(await accounts.listMarkets.withResponse(asked, { signal }));
  });
  return (
    <div class="wide split">
      <Card
        title="Open markets"
        aside={
          list.value !== undefined &&
          list.value.items.length > 0 && (
            <a href={formatPlace(["markets"])}>All {list.value.total} open ones</a>
          )
        }
      >
        <Listed
          list={list}
          none={
            <Empty title="There is no open market yet">
              Markets come from drafts: an author submits one, a curator approves it, and it opens
              here.
            </Empty>
          }
          row={(market) => <MarketRow key={market.id} market={market} />}
        />
      </Card>
      <Card title="What this is">
        <p>
          A market asks a question that a date and a source decide. People write the questions here,
          curators check that each one can be decided, and everybody can read how it ended.
        </p>
        <ol class="steps">
          <li>
            <span class="strong">Write.</span> A draft has a question, its outcomes, a deadline and
            the sources that count. The page says while you type what is missing.
          </li>
          <li>
            <span class="strong">Review.</span> A curator who is not the author approves it, asks
            for changes or rejects it, with a reason.
          </li>
          <li>
            <span class="strong">Decide.</span> After the deadline an admin declares the outcome
            with evidence, and anyone with an account can dispute it for some days.
          </li>
        </ol>
        <div class="buttons">
          <a class="button" href={formatPlace(["sign-in"])}>
            Sign in or register
          </a>
          <a class="button second" href={formatPlace(["markets"])}>
            Read the markets
          </a>
        </div>
      </Card>
    </div>
  );
}
