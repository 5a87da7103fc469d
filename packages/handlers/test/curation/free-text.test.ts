/** One measure of texts: the contract and the core accept and refuse the same ones. */
import { DraftData } from "@bourse/contract/curation";
import { createCurationCore, curationCollections } from "@bourse/curation-core";
import { createManualClock, createMemoryStore } from "@bourse/kernel";
import fc from "fast-check";
import { expect, test } from "vitest";

async function savedBy() {
  const core = await createCurationCore({
    store: createMemoryStore({ collections: curationCollections }),
    masterKey: new Uint8Array(32),
    clock: createManualClock({ now: Date.UTC(2026, 0, 1) }),
  });
  const wallet = `0x${"1".repeat(40)}`;
  const { user } = await core.accounts.register({ walletAddress: wallet, username: "ann" });
  // Another author each time, so that no quota of one author judges.
  const author = () => ({ ...user, id: crypto.randomUUID(), sessionId: null });
  return async (draftData: object): Promise<string> =>
    await core.drafts.create(author(), { draftData, submit: false }).then(
      () => "accepted",
      (error: { readonly code: string }) => error.code,
    );
}

const FLAG = "🇯🇵";
const FAMILY = "👩🏽‍❤️‍💋‍👨🏻";

test.each([
  ["500 flags", FLAG.repeat(500), "accepted"],
  ["500 emoji of several code points", FAMILY.repeat(500), "accepted"],
  ["501 flags", FLAG.repeat(501), "VALIDATION_ERROR"],
  ["101 emoji", "🚀".repeat(101), "accepted"],
  ["501 letters", "a".repeat(501), "VALIDATION_ERROR"],
  ["a letter under 20,000 accents", `a${"\u0301".repeat(20_000)}`, "VALIDATION_ERROR"],
  ["a letter under 31 accents", `Will it be so${"\u0301".repeat(31)}?`, "VALIDATION_ERROR"],
  ["a letter under 30 accents", `Will it be so${"\u0301".repeat(30)}?`, "accepted"],
  ["ten zero-width characters", "\u200b".repeat(10), "VALIDATION_ERROR"],
  ["ten joiners", "\u200d".repeat(10), "VALIDATION_ERROR"],
  ["fillers", "\u3164\u2800\u00ad", "VALIDATION_ERROR"],
  ["a direction override", "Will \u202eti be so by 2026?", "VALIDATION_ERROR"],
  ["an isolate", "Will \u2066it\u2069 be so by 2026?", "VALIDATION_ERROR"],
  ["a right-to-left mark", "هل\u200f سيحدث ذلك في 2026؟", "accepted"],
  ["a NUL character", "Will\0it", "VALIDATION_ERROR"],
  ["half an emoji", "\ud83d", "VALIDATION_ERROR"],
])("a question of %s is judged alike by contract and core", async (_, text, verdict) => {
  const save = await savedBy();
  expect(await save({ questionText: text })).toBe(verdict);
  expect(DraftData.safeParse({ question_text: text }).success).toBe(verdict === "accepted");
});

test("any text as a tag is judged alike by contract and core", async () => {
  const save = await savedBy();
  const pieces = fc.oneof(
    fc.string({ unit: "binary", maxLength: 4 }),
    fc.string({ unit: "grapheme", maxLength: 4 }),
    fc.constantFrom(FLAG, FAMILY, "\u200b", "\u200d", "\u3000", " ", "\n", "\r\n", "e\u0301"),
  );
  const text = fc
    .array(pieces, { maxLength: 8 })
    .chain((some) => fc.nat(12).map((times) => some.join("").repeat(times + 1)));
  await fc.assert(
    fc.asyncProperty(text, async (tag) => {
      const { success } = DraftData.safeParse({ topic_tags: [tag] });
      expect(await save({ topicTags: [tag] })).toBe(success ? "accepted" : "VALIDATION_ERROR");
    }),
    { numRuns: 400 },
  );
});
