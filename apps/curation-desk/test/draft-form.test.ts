import type { DraftData } from "@bourse/contract/curation";
import fc from "fast-check";
import { expect, test } from "vitest";

import { dataOf, emptyForm, formOf, patchOf } from "../page/model/draft-form.ts";

const minutes = fc
  .integer({ min: 0, max: 40_000_000 })
  .map((at) => new Date(at * 60_000).toISOString());
const line = fc.stringMatching(/^[a-z]{1,20}( [a-z]{1,20})?$/);
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const specification = fc.record(
  {
    question_text: line,
    topic_tags: fc.array(line, { minLength: 1, maxLength: 5 }),
    external_links: fc.array(fc.webUrl(), { minLength: 1, maxLength: 3 }),
    outcomes: fc.array(
      fc.record({
        label: line,
        payout_weight: fc.constantFrom(0, 0.25, 1),
        display_order: fc.nat(9),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    resolution_sources: fc.array(
      fc.record({
        source_url: fc.webUrl(),
        source_type: fc.constantFrom("api", "rss"),
        priority: fc.nat(9),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    trading_fee_bps: fc.nat(500),
    creator_stake: fc.bigInt({ min: 0n, max: 10n ** 78n - 1n }).map(String),
    resolution_deadline: minutes,
  },
  { requiredKeys: [] },
);

test("a specification that goes through the form comes out as it was, fields that are not shown included", () => {
  fc.assert(
    fc.property(specification, (data) => {
      expect(dataOf(formOf(data as DraftData))).toEqual(data);
      expect(patchOf(data as DraftData, formOf(data as DraftData))).toEqual({});
    }),
  );
});

test("only what was changed is sent, and null for what was emptied", () => {
  fc.assert(
    fc.property(specification, optional(line), (data, summary) => {
      const saved = { ...data, summary: "as saved" } as DraftData;
      const form = { ...formOf(saved), summary: summary ?? "" };
      expect(patchOf(saved, form)).toEqual({ summary: summary ?? null });
    }),
  );
});

test("an empty form is no specification but its two outcomes, and no number is a fault, not a zero", () => {
  expect(dataOf(emptyForm())).toEqual({ outcomes: [{ label: "Yes" }, { label: "No" }] });
  expect(dataOf({ ...emptyForm(), trading_fee_bps: "a lot" }).trading_fee_bps).toBeNaN();
});
