/** The wire's spelling and the core's, there and back. */
import type { Problem } from "@bourse/contract";
import {
  DRAFT_STATUSES,
  MARKET_STATES,
  SOURCE_TYPES,
  createCurationCore,
  curationCollections,
  type DraftData,
  type Market,
} from "@bourse/curation-core";
import { createManualClock, createMemoryStore } from "@bourse/kernel";
import fc from "fast-check";
import { expect, test } from "vitest";

import { draftDataOf, wireDraftData, wireFieldChange } from "../../src/curation/wire/draft-data.ts";
import { newDraftOf, wireDraft } from "../../src/curation/wire/draft.ts";
import { wireMarket, wireMarketItem } from "../../src/curation/wire/market.ts";

const text = fc.string({ unit: "grapheme", maxLength: 20 });
const texts = fc.array(text, { maxLength: 3 });
const basisPoints = fc.integer({ min: 0, max: 500 });
const amount = fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 30n }).map(String), fc.nat());
const time = fc
  .tuple(
    fc.date({ min: new Date(0), max: new Date("9999-12-31T23:59:59Z"), noInvalidDate: true }),
    fc.constantFrom("Z", ".000Z", ".25+02:00", "-11:30"),
  )
  .map(([date, rest]) => date.toISOString().slice(0, 19) + rest);

/** A record that has any of the fields, in any order. */
function anyFieldsOf(fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<object> {
  return fc
    .tuple(fc.record(fields), fc.shuffledSubarray(Object.keys(fields)))
    .map(([record, names]) => Object.fromEntries(names.map((name) => [name, record[name]])));
}

const outcome = anyFieldsOf({
  label: text,
  payout_weight: fc.double({ min: 0, max: 1, noNaN: true, noDefaultInfinity: true }),
  display_order: fc.nat(1000),
});

const source = anyFieldsOf({
  source_url: fc.webUrl(),
  source_type: fc.constantFrom(...SOURCE_TYPES),
  priority: fc.nat(1000),
  expected_data_pattern: text,
  min_confirmations: fc.integer({ min: 1, max: 100 }),
});

const fields = {
  question_text: text,
  summary: text,
  topic_tags: texts,
  external_links: texts,
  outcomes: fc.array(outcome, { maxLength: 3 }),
  primary_sources: texts,
  trigger_condition: text,
  fallback_logic: text,
  invalidation_clause: text,
  resolution_sources: fc.array(source, { maxLength: 3 }),
  trading_fee_bps: basisPoints,
  settlement_fee_bps: basisPoints,
  fee_split_lp_bps: basisPoints,
  fee_split_creator_bps: basisPoints,
  fee_split_treasury_bps: basisPoints,
  creator_stake: amount,
  proof_bounty: amount,
  dispute_bond_minimum: amount,
  open_at: time,
  lock_at: time,
  resolution_deadline: time,
  dispute_window_hours: fc.integer({ min: 1, max: 8760 }),
};

const specification = anyFieldsOf(fields) as fc.Arbitrary<Record<string, unknown>>;

test("a specification goes to the core and back byte for byte, with the order of its fields", () => {
  fc.assert(
    fc.property(specification, (given) => {
      const data = draftDataOf(given);
      expect(Object.keys(data).join()).not.toContain("_");
      expect(JSON.stringify(wireDraftData(data as DraftData))).toBe(JSON.stringify(given));
    }),
    { numRuns: 500 },
  );
});

test("a null of a change stays null", () => {
  expect(draftDataOf({ open_at: null, outcomes: null })).toEqual({ openAt: null, outcomes: null });
});

test("a time in milliseconds is answered as ISO 8601", () => {
  const data = { openAt: Date.UTC(2027, 0, 1) };
  expect(wireDraftData(data)).toEqual({ open_at: "2027-01-01T00:00:00.000Z" });
});

test("what a body calls its own stays as it is: metadata, conversations, requested changes", () => {
  const own = { someKey: { snake_case: 1 }, other_key: [{ aB: 1 }] };
  const given = {
    draft_data: {},
    ai_generation_metadata: own,
    conversation_history: [own],
  };
  const draft = newDraftOf(given);
  expect(draft).toEqual({
    draftData: {},
    aiGenerationMetadata: own,
    conversationHistory: [own],
  });
});

test("each unknown field is named as the body spells it, with the nearest known one", () => {
  const given = { questionText: "x", summary: "s", outcomes: [{ label: "a", payoutWeight: 1 }] };
  let issues: Problem["issues"];
  try {
    draftDataOf(given);
  } catch (error) {
    ({ issues } = error as Problem);
  }
  expect(issues).toEqual([
    {
      loc: ["body", "draft_data", "questionText"],
      msg: 'is not a field of a market specification. Did you mean "question_text"?',
      type: "extra_forbidden",
    },
    {
      loc: ["body", "draft_data", "outcomes", 0, "payoutWeight"],
      msg: "is not a known field",
      type: "extra_forbidden",
    },
  ]);
});

test("a difference of versions spells the field and its records as the wire does", () => {
  const change = {
    field: "outcomes",
    oldValue: null,
    newValue: [{ label: "Yes", payoutWeight: 1 }],
    changeType: "added",
  } as const;
  expect(wireFieldChange(change)).toEqual({
    field: "outcomes",
    old_value: null,
    new_value: [{ label: "Yes", payout_weight: 1 }],
    change_type: "added",
  });
});

const millis = fc.integer({ min: 0, max: 253_402_300_799_999 });
const maybeMillis = fc.option(millis);
const maybeText = fc.option(text);

const market: fc.Arbitrary<Omit<Market, "revision">> = fc.record({
  id: fc.uuid(),
  questionText: text,
  summary: maybeText,
  topicTags: texts,
  state: fc.constantFrom(...MARKET_STATES),
  outcomes: fc.array(
    fc.record({
      id: fc.uuid(),
      label: text,
      payoutWeight: fc.constantFrom(0, 0.5, 1),
      displayOrder: fc.nat(1000),
      currentProbability: fc.constantFrom(0.5, 1 / 3),
    }),
    { maxLength: 3 },
  ),
  totalVolume: fc.constant("0"),
  createdAt: millis,
  resolutionDeadline: maybeMillis,
  creatorWallet: maybeText,
  externalLinks: texts,
  primarySources: texts,
  triggerCondition: maybeText,
  fallbackLogic: maybeText,
  invalidationClause: maybeText,
  resolutionSources: fc.array(
    fc.record({
      sourceUrl: fc.webUrl(),
      sourceType: fc.constantFrom(...SOURCE_TYPES),
      priority: fc.nat(1000),
    }),
    { maxLength: 2 },
  ),
  tradingFeeBps: basisPoints,
  settlementFeeBps: basisPoints,
  feeSplitLpBps: basisPoints,
  feeSplitCreatorBps: basisPoints,
  feeSplitTreasuryBps: basisPoints,
  creatorStake: fc.nat().map(String),
  proofBounty: fc.nat().map(String),
  disputeBondMinimum: fc.nat().map(String),
  openAt: maybeMillis,
  lockAt: maybeMillis,
  disputeWindowHours: fc.integer({ min: 1, max: 8760 }),
  version: fc.integer({ min: 1, max: 99 }),
  draftId: fc.uuid(),
  invalidReason: maybeText,
  resolutionCount: fc.nat(9),
  dispute: fc.option(fc.record({ disputedBy: fc.uuid(), reason: text, disputedAt: millis })),
  resolvedAt: maybeMillis,
  resolution: fc.option(
    fc.record({ outcomeId: fc.uuid(), evidenceUrl: fc.webUrl(), resolvedBy: fc.uuid() }),
  ),
});

/** Reads a wire value by its names alone: what no member is forgotten in, and no value is lost in. */
function coreValue(value: unknown, name = ""): unknown {
  if (Array.isArray(value)) return value.map((item) => coreValue(item));
  if (typeof value === "string" && /(?:_at|_deadline)$/.test(name)) return Date.parse(value);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      coreValue(member, key),
    ]),
  );
}

test("a market's answer holds each of its members once, under the wire's name", () => {
  fc.assert(
    fc.property(market, (given) => {
      expect(coreValue(wireMarket({ ...given, revision: 1 }))).toEqual(given);
      const whole = coreValue(wireMarketItem({ ...given })) as object;
      expect(given).toMatchObject(whole);
    }),
    { numRuns: 200 },
  );
});

test("a market of a list is converted once, until it changes", async () => {
  const clock = createManualClock({ now: Date.UTC(2026, 0, 1) });
  const store = createMemoryStore({ collections: curationCollections });
  const core = await createCurationCore({ store, masterKey: new Uint8Array(32), clock });
  const wallet = `0x${"1".repeat(40)}`;
  const { user } = await core.accounts.register({ walletAddress: wallet, username: "ann" });
  const author = { ...user, sessionId: null };
  const draft = await core.drafts.create(author, {
    draftData: {
      questionText: "Will it snow in Paris by the end of the month?",
      outcomes: [{ label: "Yes" }, { label: "No" }],
      lockAt: clock.now() + 1000,
      primarySources: ["The daily report of the weather service."],
      resolutionDeadline: clock.now() + 86_400_000,
    },
  });
  expect(DRAFT_STATUSES).toContain(wireDraft(draft).status);
  await core.review.approve({ ...author, id: "other", roles: ["admin"] }, draft.id);
  const listed = async () => (await core.markets.list(null)).items.map(wireMarketItem)[0];
  const first = await listed();
  expect(await listed()).toBe(first);
  await clock.advance(1000);
  expect(await listed()).toEqual({ ...first, state: "locked" });
  await core.close();
});
