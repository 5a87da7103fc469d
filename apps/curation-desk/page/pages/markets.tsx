/** The markets: found by words, tags and state; everybody may read them. */

import type { MarketItem } from "@bourse/contract/curation";
import { Empty, formatPlace, Notice, place, setQuery } from "@bourse/ui";
import { useEffect, useRef, useState } from "preact/hooks";

import { useLoaded } from "../model/loaded.ts";
import { accounts, pageOf } from "../model/service.ts";
import { timeText } from "../model/time.ts";
import { Pages } from "../parts/pages.tsx";
import { StateBadge } from "../parts/state-badge.tsx";
import { Market } from "./markets/market.tsx";

const STATES = ["active", "locked", "resolved", "disputed", "invalid", "pending_launch"] as const;
const ORDERS = ["created_at", "resolution_deadline", "question_text", "total_volume"] as const;
/** The wait in milliseconds after a key before the search is made. */
const TYPING_MILLISECONDS = 250;

export function Markets() {
  const [id] = place.value.rest;
  return id === undefined ? <MarketList /> : <Market key={id} id={id} />;
}

function MarketList() {
  const { search, tag, cursor, creator, ...query } = place.value.query;
  const state = STATES.find((one) => one === query["state"]);
  const sort_by = ORDERS.find((one) => one === query["sort"]);
  const key = JSON.stringify(place.value.query);
  const list = useLoaded(key, async (signal) => {
    const tags = tag === undefined ? undefined : [tag];
    const asked = { state, sort_by, search, tags, creator, cursor, limit: 25 };
    return pageOf(await accounts.listMarkets.withResponse({ query: asked }, { signal }));
  });
  const filtered = search ?? tag ?? creator ?? state;
  const items = list.value?.items ?? [];
  return (
    <section class="card wide">
      <div class="filters" role="search">
        <SearchField words={search ?? ""} />
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
        {tag !== undefined && (
          <button
            type="button"
            class="second small"
            onClick={() => setQuery({ tag: undefined, cursor: undefined })}
          >
            #{tag} ✕
          </button>
        )}
        {creator !== undefined && (
          <button
            type="button"
            class="second small"
            onClick={() => setQuery({ creator: undefined, cursor: undefined })}
          >
            of one creator ✕
          </button>
        )}
      </div>
      {list.problem !== undefined && <Notice kind="poor">{list.problem}</Notice>}
      {list.value !== undefined && items.length === 0 && (
        <Empty title={filtered === undefined ? "There is no open market yet" : "No market fits"}>
          {filtered === undefined
            ? "Markets come from drafts: an author submits one, a curator approves it, and it opens here."
            : "A market must have all words, the last one or its start. Try fewer words or another state."}
        </Empty>
      )}
      <ul class={list.stale ? "plain list stale" : "plain list"}>
        {items.map((market) => (
          <Item key={market.id} market={market} />
        ))}
      </ul>
      <Pages next={list.value?.next} total={list.value?.total} />
    </section>
  );
}

function Item({ market }: { readonly market: MarketItem }) {
  return (
    <li>
      <a href={formatPlace(["markets", market.id])}>{market.question_text}</a>
      {market.summary !== null && <p class="hint">{market.summary}</p>}
      <span class="facts">
        <StateBadge state={market.state} />
        <span>{market.outcomes.map(({ label }) => label).join(" / ")}</span>
        {market.resolution_deadline !== null && (
          <span>decided by {timeText(market.resolution_deadline)}</span>
        )}
        {market.topic_tags.map((tag) => (
          <button
            key={tag}
            type="button"
            class="tag"
            onClick={() => setQuery({ tag, cursor: undefined })}
          >
            #{tag}
          </button>
        ))}
      </span>
    </li>
  );
}

/** Searches a moment after the last key. */
function SearchField({ words }: { readonly words: string }) {
  const [typed, setTyped] = useState(words);
  /** The words of the address as this field knows them. */
  const known = useRef(words);
  useEffect(() => {
    // Its own search: what was typed since then stays.
    if (words === known.current) return;
    known.current = words;
    setTyped(words);
  }, [words]);
  useEffect(() => {
    if (typed.trim() === words) return undefined;
    const timer = setTimeout(() => {
      known.current = typed.trim();
      setQuery({ search: known.current, cursor: undefined });
    }, TYPING_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <label class="grow">
      Search
      <input
        type="search"
        maxLength={200}
        placeholder="Words of the question"
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => event.key === "Escape" && event.currentTarget.blur()}
      />
    </label>
  );
}
