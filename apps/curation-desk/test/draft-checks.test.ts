/** The checks of the page against the contract's own schemas: what one takes, the other takes. */

import { NewDraft, type DraftData } from "@bourse/contract/curation";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { faultsIn, type BOUNDS } from "../page/model/draft-checks.ts";

const NOW = Date.UTC(2026, 0, 15);

/** True when the contract takes the specification, complete or not. */
function isTaken(data: unknown): boolean {
  return NewDraft.safeParse({ draft_data: data }).success;
}

function cannotSave(data: DraftData): boolean {
  return faultsIn(data, NOW).some(({ blocks }) => blocks === "save");
}

/** Texts around a bound, with characters of several code points and of none that can be seen. */
const texts = (max: number) =>
  fc
    .tuple(
      fc.constantFrom("", "a", "é", "👩‍👩‍👧", "\u200b", " ", "\u202e", "\0", "ab\n"),
      fc.constantFrom(0, 1, 2, max - 1, max, max + 1),
    )
    .map(([unit, count]) => unit.repeat(count));
const numbers = fc.oneof(
  fc.constantFrom(-1, 0, 1, 499, 500, 501, 8760, 8761, 0.5, Number.NaN),
  fc.integer({ min: -10, max: 9000 }),
);
const listsOf = <T>(item: fc.Arbitrary<T>, max: number) =>
  fc.oneof(
    fc.array(item, { maxLength: 3 }),
    item.chain((one) => fc.constantFrom(max, max + 1).map((count) => Array(count).fill(one))),
  );

const FIELDS: Readonly<Record<keyof typeof BOUNDS, fc.Arbitrary<unknown>>> = {
  question_text: texts(500),
  summary: texts(500),
  topic_tags: listsOf(texts(50), 20),
  external_links: listsOf(
    fc.constantFrom("https://a.example", `https://a.example/${"x".repeat(2000)}`),
    20,
  ),
  outcomes: listsOf(
    fc.record({ label: texts(100), payout_weight: fc.constantFrom(0, 1, 0.5, -0.1, 1.1) }),
    100,
  ),
  primary_sources: listsOf(texts(2000), 20),
  trigger_condition: texts(5000),
  fallback_logic: texts(5000),
  invalidation_clause: texts(5000),
  resolution_sources: listsOf(
    fc
      .constantFrom("https://a.example", "")
      .map((source_url) => ({ source_url, source_type: "api" })),
    20,
  ),
  trading_fee_bps: numbers,
  settlement_fee_bps: numbers,
  fee_split_lp_bps: numbers,
  fee_split_creator_bps: numbers,
  fee_split_treasury_bps: numbers,
  creator_stake: fc.constantFrom("0", "1", "01", "-1", "1.5", "9".repeat(78), "9".repeat(79), ""),
  proof_bounty: fc.constantFrom("0", "10", "1e3", " 1"),
  dispute_bond_minimum: fc.constantFrom("0", "10", "+1"),
  dispute_window_hours: numbers,
};

describe("a specification as it is typed", () => {
  test.each(Object.keys(FIELDS) as (keyof typeof FIELDS)[])(
    "%s: what the page lets be saved, the contract takes, and the reverse",
    (field) => {
      fc.assert(
        fc.property(FIELDS[field], (value) => {
          const data = { [field]: value } as DraftData;
          expect(cannotSave(data), JSON.stringify(value)).toBe(!isTaken(data));
        }),
      );
    },
  );

  test("an address that is none is told before the server does, which wants http or https", () => {
    for (const source_url of ["stats", "ftp://a.example", "javascript:alert(1)"]) {
      const resolution_sources = [{ source_url, source_type: "api" as const }];
      expect(faultsIn({ resolution_sources }, NOW)).toContainEqual({
        field: "resolution_sources.0.source_url",
        message: "An http or https address, such as https://example.com/data.",
        blocks: "save",
      });
    }
  });

  test("times out of order, in the past, equal labels and fees that miss their sum prevent a submission", () => {
    const data: DraftData = {
      question_text: "Will the index close above 1,000 by May?",
      outcomes: [{ label: "Yes" }, { label: " yes" }],
      trading_fee_bps: 100,
      open_at: "2026-03-01T00:00:00Z",
      lock_at: "2026-02-01T00:00:00Z",
      resolution_deadline: "2026-02-01T00:00:00Z",
    };
    expect(faultsIn(data, NOW).map(({ field }) => field)).toEqual([
      "outcomes.1.label",
      "trading_fee_bps",
      "lock_at",
      "resolution_deadline",
    ]);
    expect(faultsIn({ ...data, lock_at: "2026-01-01T00:00:00Z" }, NOW)).toContainEqual(
      expect.objectContaining({ field: "lock_at" }),
    );
  });
});
