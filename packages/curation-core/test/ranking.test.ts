/** Pages of markets against a reference that sorts everything. */
import { createMemoryStore, seededRandom } from "@bourse/kernel";
import fc from "fast-check";
import { expect, test } from "vitest";

import { curationCollections } from "../src/index.ts";
import { BitSet } from "../src/markets/bit-set.ts";
import { rankedSlots } from "../src/markets/ranking.ts";
import { SlotOrder } from "../src/markets/slot-order.ts";
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
      const byTime = new SlotOrder(entries, ({ time }) => time);
      const holders = entries.map((_, slot) => slot);
      for (const slot of holders) byTime.add(slot);
      const scores = Uint32Array.from(holders, () => 1 + random.below(kinds));
      const found = BitSet.of(holders.filter(() => random.next() < share));
      const counts = new Uint32Array(kinds + 1);
      for (const slot of holders) if (found.has(slot)) counts[scores[slot] ?? 0]! += 1;
      const ranking = { found, holders, scores, counts, byTime };
      const whole = holders
        .filter((slot) => found.has(slot))
        .toSorted(
          (a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || byTime.placeOf(b) - byTime.placeOf(a),
        );
      const top = rankedSlots(ranking, { after: undefined, skip }, limit);
      expect(top).toEqual(whole.slice(skip, skip + limit));
      const after = whole[skip % Math.max(1, whole.length)];
      if (after === undefined) return;
      const start = whole.indexOf(after) + 1;
      const next = rankedSlots(ranking, { after, skip: 0 }, limit);
      expect(next).toEqual(whole.slice(start, start + limit));
    }),
    { numRuns: 300 },
  );
});

test("pages of the queue by cursor are the whole queue, while drafts come and go behind it", async () => {
  const store = createMemoryStore({ collections: curationCollections });
  const { core, author, curator, clock } = await fixture({ store });
  const ids: string[] = [];
  for (let at = 0; at < 30; at += 1) {
    await clock.advance(at % 3 === 0 ? 0 : 1000);
    const draft_data = specification({ question_text: `Will index ${at} rise by 31 March 2026?` });
    ids.push((await core.drafts.create(author, { draft_data })).id);
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
