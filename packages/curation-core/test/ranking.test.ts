/** Pages of markets against a reference that sorts everything. */
import { createMemoryStore, seededRandom } from "@bourse/kernel";
import fc from "fast-check";
import { expect, test } from "vitest";

import { curationCollections } from "../src/index.ts";
import { BitSet } from "../src/markets/bit-set.ts";
import { type MarketDocument, markets } from "../src/markets/market-document.ts";
import { rankedSlots } from "../src/markets/ranking.ts";
import { SortedIndex } from "../src/markets/sorted-index.ts";
import { fixture, specification } from "./support/curation.ts";

test("a page of a ranking is that part of the whole ranking, from the top or after any slot", () => {
  const sizes = fc.integer({ min: 0, max: 1500 });
  const given = fc.record({
    size: sizes,
    seed: fc.integer(),
    kinds: fc.integer({ min: 1, max: 6 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    skip: fc.integer({ min: 0, max: 900 }),
    limit: fc.integer({ min: 1, max: 120 }),
  });
  fc.assert(
    fc.property(given, ({ size, seed, kinds, share, skip, limit }) => {
      const random = seededRandom(seed);
      const entries = Array.from({ length: size }, (_, at) => ({
        id: `m${at}`,
        time: random.below(50),
      }));
      const byTime = new SortedIndex(entries, ({ time }) => time);
      const holders = entries.map((_, slot) => slot);
      for (const slot of holders) byTime.add(slot);
      const worth = Uint32Array.from(holders, () => 1 + random.below(kinds));
      const found = BitSet.of(holders.filter(() => random.next() < share));
      const before = new Uint32Array(size);
      const slots = found.slotsInto(new Uint32Array(size), before);
      const scores = slots.map((slot) => worth[slot] ?? 0);
      const counts = new Uint32Array(kinds + 1);
      for (const score of scores) counts[score]! += 1;
      const ranking = { found, slots, before, scores, counts, byTime };
      const whole = holders
        .filter((slot) => found.has(slot))
        .toSorted(
          (a, b) => (worth[b] ?? 0) - (worth[a] ?? 0) || byTime.placeOf(b) - byTime.placeOf(a),
        );
      const top = rankedSlots(ranking, { after: undefined, skip }, limit);
      expect(top).toEqual(whole.slice(skip, skip + limit));
      const after = whole[skip % Math.max(1, whole.length)];
      if (after === undefined) return;
      const start = whole.indexOf(after) + 1;
      const place = { slot: after, score: worth[after] ?? 0 };
      const next = rankedSlots(ranking, { after: place, skip: 0 }, limit);
      expect(next).toEqual(whole.slice(start, start + limit));
    }),
    { numRuns: 300 },
  );
});

test("a search over thousands of markets finds and ranks as a plain count does, by offset and by cursor", async () => {
  const { core, author, curator, store } = await fixture();
  const drafted = await core.drafts.create(author, { draftData: specification() });
  const { marketId } = await core.review.approve(curator, drafted.id);
  const template = (await store.get(markets, marketId ?? ""))?.value;
  if (template === undefined) throw new Error("the approval made no market");
  const random = seededRandom(5);
  // Few words are frequent and most are rare.
  const words = (count: number): string[] =>
    Array.from({ length: count }, () => `w${Math.floor(60 * random.next() ** 3)}`);
  const all = Array.from({ length: 3000 }, (_, at) => ({
    ...template,
    id: `m${String(at).padStart(5, "0")}`,
    draftId: `d${at}`,
    // Six of them hold a word that no other has.
    questionText: [...words(6), ...(at % 500 === 7 ? ["w0", "rare"] : [])].join(" "),
    summary: words(6).join(" "),
    topicTags: [...new Set(words(2))],
    // Some are of the same time.
    createdAt: template.createdAt + (at >> 2),
    change: template.change + 1 + at,
  }));
  await store.transaction(async (tx) => {
    for (const market of all) await tx.insert(markets, market);
  });
  const count = all.length + 1;
  const fieldsOf = ({ questionText, topicTags, summary }: MarketDocument): Set<string>[] =>
    [questionText, topicTags.join(" "), summary ?? ""].map((text) => new Set(text.split(" ")));
  const fielded = all.map((market) => ({ market, fields: fieldsOf(market) }));
  // The last word of a search may be the start of one; a whole word counts half a field more than starts alone.
  const weigh = (fields: readonly Set<string>[], word: string, isLast: boolean): number => {
    const holds = fields.map((words) =>
      isLast ? [...words].some((one) => one.startsWith(word)) : words.has(word),
    );
    const weight = [3, 2, 1].reduce((sum, each, at) => sum + (holds[at] === true ? each : 0), 0);
    const isWhole = fields.some((words) => words.has(word));
    return weight === 0 || isWhole ? weight : weight - 0.5;
  };
  const expected = (search: string, tag?: string): string[] => {
    const asked = search.split(" ").map((word, at, { length }) => {
      const weights = fielded.map(({ fields }) => weigh(fields, word, at === length - 1));
      const holders = weights.filter((weight) => weight > 0).length;
      return { weights, rarity: Math.log(1 + count / holders) };
    });
    return fielded
      .map(({ market }, at) => {
        const weights = asked.map((word) => word.weights[at] ?? 0);
        const score = asked.reduce(
          (sum, { rarity }, word) => sum + Math.round(16 * (weights[word] ?? 0) * rarity),
          0,
        );
        const isTagged = tag === undefined || market.topicTags.includes(tag);
        const isFound = isTagged && weights.every((weight) => weight > 0);
        return { id: market.id, time: market.createdAt, score, isFound };
      })
      .filter(({ isFound }) => isFound)
      .toSorted((a, b) => b.score - a.score || b.time - a.time || (a.id < b.id ? 1 : -1))
      .map(({ id }) => id);
  };
  const asked = [{ search: "w0" }, { search: "w0 w1" }, { search: "w3", tag: "w40" }];
  const rare = [{ search: "w0 w50" }, { search: "w2 w1 w0" }, { search: "w0", tag: "w59" }];
  const rarest = [{ search: "rare w0" }, { search: "rare" }, { search: "w1" }, { search: "w5 ra" }];
  for (const { search, tag } of [...asked, ...rare, ...rarest] as {
    search: string;
    tag?: string;
  }[]) {
    const whole = expected(search, tag);
    expect(whole.length).toBeGreaterThan(3);
    const query = {
      search,
      limit: whole.length < 60 ? 2 : 50,
      ...(tag === undefined ? {} : { tags: [tag] }),
    };
    const seen: string[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const page = await core.markets.list(
        null,
        cursor === undefined ? query : { ...query, cursor },
      );
      expect(page.total).toBe(whole.length);
      const byOffset = await core.markets.list(null, { ...query, offset: seen.length });
      expect(byOffset.items).toEqual(page.items);
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.next;
    }
    expect(seen).toEqual(whole);
  }
});

test("pages of the queue by cursor are the whole queue, while drafts come and go behind it", async () => {
  const store = createMemoryStore({ collections: curationCollections });
  const { core, author, curator, clock } = await fixture({ store });
  const ids: string[] = [];
  for (let at = 0; at < 30; at += 1) {
    await clock.advance(at % 3 === 0 ? 0 : 1000);
    const draftData = specification({ questionText: `Will index ${at} rise by 31 March 2026?` });
    ids.push((await core.drafts.create(author, { draftData })).id);
  }
  const seen: string[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page = await core.review.queue(curator, {
      limit: 7,
      ...(cursor === undefined ? {} : { cursor }),
    });
    seen.push(...page.items.map(({ id }) => id));
    // What was seen leaves the queue, and the next page begins where this one ended all the same.
    await core.review.approve(curator, page.items[0]?.id ?? "");
    cursor = page.next;
  }
  expect(seen.toSorted()).toEqual(ids.toSorted());
});
