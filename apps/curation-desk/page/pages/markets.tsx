/** The markets: found by words, tags and state; everybody may read them. */

import { Empty, place, setQuery } from "@bourse/ui";

import { useLoaded } from "../model/loaded.ts";
import { accounts, pageOf } from "../model/service.ts";
import { Listed } from "../parts/listed.tsx";
import { MarketRow } from "../parts/market-row.tsx";
import { Pages } from "../parts/pages.tsx";
import { SearchField } from "../parts/search-field.tsx";
import { Market } from "./markets/market.tsx";

const STATES = ["active", "locked", "resolved", "disputed", "invalid", "pending_launch"] as const;
const ORDERS = ["created_at", "resolution_deadline", "question_text", "total_volume"] as const;

export function Markets() {
  const [id] = place.value.rest;
  return id === undefined ? <MarketList /> : <Market key={id} id={id} />;
}

function MarketList() {
  const { search, tag, cursor, creator, ...query } = place.value.query;
  const state = STATES.find((one) => one === query["state"]);
  const sort_by = ORDERS.find((one) => one === query["sort"]);
  const list = useLoaded(JSON.stringify(place.value.query), async (signal) => {
    const tags = tag === undefined ? undefined : [tag];
    const asked = { state, sort_by, search, tags, creator, cursor, limit: 25 };
    return pageOf(await accounts.listMarkets.withResponse({ query: asked }, { signal }));
  });
  const filtered = search ?? tag ?? creator ?? state;
  return (
    <section class="card wide">
      <div class="filters" role="search">
        <SearchField words={search ?? ""} maxLength={200} placeholder="Words of the question" />
        <label>
          State
          <select
            value={state ?? ""}
            onChange={(event) => setQuery({ state: event.currentTarget.value, cursor: undefined })}
          >
            <option value="">active and locked</option>
            {STATES.map((one) => (
              <option key={one} value={one}>
                {one.replaceAll("_", " ")}
              </option>
            ))}
          </select>
        </label>
        <label>
          Order
          <select
            value={sort_by ?? ""}
            onChange={(event) => setQuery({ sort: event.currentTarget.value, cursor: undefined })}
          >
            <option value="">{search === undefined ? "newest" : "best match"}</option>
            <option value="resolution_deadline">deadline</option>
            <option value="question_text">question</option>
          </select>
        </label>
        <Chips tag={tag} creator={creator} />
      </div>
      <Listed
        list={list}
        none={
          <Empty title={filtered === undefined ? "There is no open market yet" : "No market fits"}>
            {filtered === undefined
              ? "Markets come from drafts: an author submits one, a curator approves it, and it opens here."
              : "A market must have all words, the last one or its start. Try fewer words or another state."}
          </Empty>
        }
        row={(market) => <MarketRow key={market.id} market={market} />}
      />
      <Pages next={list.value?.next} total={list.value?.total} />
    </section>
  );
}

interface ChipsProps {
  readonly tag: string | undefined;
  readonly creator: string | undefined;
}

/** The choices that came with a link, each with a way out. */
function Chips({ tag, creator }: ChipsProps) {
  return (
    <>
      {tag !== undefined && (
        <button
          type="button"
          class="second small"
          onClick={() => setQuery({ tag: undefined, cursor: undefined })}
        >
          #{tag} ×
        </button>
      )}
      {creator !== undefined && (
        <button
          type="button"
          class="second small"
          onClick={() => setQuery({ creator: undefined, cursor: undefined })}
        >
          of one creator ×
        </button>
      )}
    </>
  );
}
