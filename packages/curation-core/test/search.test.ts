/** The search of markets: words in any script, plurals, the start of the last word, and what is no word. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { searchTermsOf, tokensOf } from "../src/text/tokens.ts";
import { type Fixture, fixture, specification } from "./support/curation.ts";

async function worldOf(...questions: readonly string[]): Promise<Fixture> {
  const world = await fixture();
  const { core, author, curator } = world;
  for (const questionText of questions) {
    const draftData = { ...specification({ questionText, topicTags: [] }), summary: "Plain." };
    const { id } = await core.drafts.create(author, { draftData });
    await core.review.approve(curator, id);
  }
  return world;
}

async function found({ core }: Fixture, search: string): Promise<readonly string[]> {
  const { items, total } = await core.markets.list(null, { search });
  expect(total).toBe(items.length);
  return items.map(({ questionText }) => questionText);
}

const RATES = "Will the central bank cut rates by June 2026?";
const RATE = "Is a rate cut announced before May 2026?";
const BATTERIES = "Will Acme's batteries pass the tests of 2026?";
const CHINESE = "比特币BTC会在2026年突破十万美元吗？";
const JAPANESE = "2026年の東京都知事選挙で現職は当選しますか？";
const THAI = "ราคาทองคำจะสูงขึ้นในปี 2026 หรือไม่";
const HINDI = "क्या 2026 में सोने की कीमत बढ़ेगी?";
const EMOJI = "Will a 🚀 with 👩🏽‍🚀 on board reach Mars by 2026?";

describe("a search", () => {
  test("finds singular and plural, and the start of the last word", async () => {
    const world = await worldOf(RATES, RATE, BATTERIES);
    for (const search of ["rate cut", "cut rates", "CUT rate", "cut rat"]) {
      expect((await found(world, search)).toSorted(), search).toEqual([RATE, RATES]);
    }
    for (const search of ["battery", "batteries", "batterie", "acme", "test battery", "bat"]) {
      expect(await found(world, search), search).toEqual([BATTERIES]);
    }
    expect(await found(world, "rat cut"), "only the last word may be a start").toEqual([]);
    expect(await found(world, "c"), "one letter is a whole word").toEqual([]);
  });

  test("finds a word behind the article of its script, and one without it by the word with it", async () => {
    const gold = "هل يتجاوز سعر الذهب 3000 دولار بحلول 2026؟";
    const bare = "هل يبلغ ذهب العالم أعلى قيمة في عام 2026؟";
    const joined = "هل سيربح المستثمر بالذهب وللذهب في عام 2026؟";
    const world = await worldOf(gold, bare, joined);
    for (const search of ["ذهب", "الذهب", "والذهب", "للذهب"]) {
      expect((await found(world, search)).toSorted(), search).toEqual(
        [gold, bare, joined].toSorted(),
      );
    }
    expect(await found(world, "الذه 2026"), "only the last word may be a start").toEqual([]);
    expect((await found(world, "2026 الذه")).toSorted()).toContain(gold);
    expect(await found(world, "دولار")).toEqual([gold]);
  });

  test("finds a word that is one slip away when no market has the word as it was typed", async () => {
    const world = await worldOf(RATES, RATE, BATTERIES);
    for (const search of ["batery", "bateries", "battreies", "bxtteries tests"]) {
      expect(await found(world, search), search).toEqual([BATTERIES]);
    }
    expect(await found(world, "anounced rate"), "a letter is missing").toEqual([RATE]);
    expect(await found(world, "central bnak"), "of four letters any may be meant").toEqual([]);
    expect(await found(world, "battaryes"), "two slips").toEqual([]);
    expect(await found(world, "rates june"), "a word that is held is meant").toEqual([RATES]);
  });

  test("takes no notice of invisible characters, in what is sought and in what is found", async () => {
    const hidden = "Will Bit\u200bcoin re\u00adach 200,000 USD by 2026\u2060?";
    const world = await worldOf(hidden);
    for (const search of ["bitcoin", "reach bitcoin", "bit\u200bco\ufeffin", "re\u00adach"]) {
      expect(await found(world, search), search).toEqual([hidden]);
    }
  });

  test("shows whole words before starts of words", async () => {
    const eth = "Will ETH close above 5,000 USD in 2026?";
    const world = await worldOf("Will Ethereum fork in 2026?", eth, "Will ethics win in 2026?");
    expect((await found(world, "eth"))[0]).toBe(eth);
    expect(await found(world, "eth")).toHaveLength(3);
  });

  test("finds words of scripts without spaces, and words with vowel signs", async () => {
    const world = await worldOf(CHINESE, JAPANESE, THAI, HINDI);
    for (const search of [
      "比特币",
      "比特",
      "突破",
      "十万美元",
      "币",
      "比特币 美元",
      "美元突破",
      "btc",
      "2026年突破",
    ]) {
      expect(await found(world, search), search).toEqual([CHINESE]);
    }
    for (const search of ["東京", "知事", "選挙", "東京 選挙", "都知事選挙"]) {
      expect(await found(world, search), search).toEqual([JAPANESE]);
    }
    expect(await found(world, "ทองคำ")).toEqual([THAI]);
    expect(await found(world, "सोने कीमत")).toEqual([HINDI]);
  });

  test("finds an emoji where it is, in any skin tone", async () => {
    const world = await worldOf(EMOJI, RATES);
    for (const search of ["🚀", "👩", "👩🏻‍🚀", "mars 🚀"]) {
      expect(await found(world, search), search).toEqual([EMOJI]);
    }
    expect(await found(world, "🐋")).toEqual([]);
  });

  test.each(["%", " ", "?!", "---", "_", "\u200b\u200d", "\u202e"])(
    "for %j, which has no word, finds nothing",
    async (search) => {
      expect(await found(await worldOf(RATES), search)).toEqual([]);
    },
  );

  test("finds what was added after a search for the same start", async () => {
    const world = await worldOf(RATES);
    expect(await found(world, "ra")).toEqual([RATES]);
    const { core, author, curator } = world;
    const questionText = "Will the radio be sold by 2026?";
    const { id } = await core.drafts.create(author, { draftData: specification({ questionText }) });
    await core.review.approve(curator, id);
    expect((await found(world, "ra")).toSorted()).toEqual([RATES, questionText]);
  });
});

test("every word of a text finds the text", () => {
  const piece = fc.oneof(
    fc.stringMatching(/^[a-z']{1,12}$/),
    fc.constantFrom(
      "Straße",
      "naïve",
      "İstanbul",
      "ビットコイン",
      "比特币",
      "ทองคำ",
      "🚀",
      "🇯🇵",
      "100,000",
      // Folding makes an apostrophe, and characters of a script without spaces, of these.
      "don＇",
      "㍿",
    ),
    fc.string({ unit: "grapheme", maxLength: 8 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), fc.nat(), (pieces, at) => {
      const words = new Set(tokensOf(pieces.join(" ")));
      const one = pieces[at % Math.max(1, pieces.length)] ?? "";
      for (const { key } of searchTermsOf(one)) expect([...words]).toContain(key);
    }),
    {
      numRuns: 500,
      examples: [
        [["⻳＇ᎀ"], 0],
        [["㍿"], 0],
      ],
    },
  );
});
