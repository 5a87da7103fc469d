/** Letters of other alphabets that look like Latin ones: near-duplicates are found through them. */
import { describe, expect, test } from "vitest";

import { withoutLookAlikes } from "../src/text/look-alikes.ts";
import { tokensOf } from "../src/text/tokens.ts";
import { type Fixture, fixture, specification } from "./support/curation.ts";

async function openMarket({ core, author, curator }: Fixture, questionText: string): Promise<void> {
  const draftData = specification({ questionText });
  const { id } = await core.drafts.create(author, { draftData });
  await core.review.approve(curator, id);
}

describe("letters that look alike", () => {
  const asked = "Will Bitcoin close above 100,000 USD by 31 March 2026?";
  const nearOf = async (existing: string, question: string): Promise<readonly string[]> => {
    const world = await fixture();
    await openMarket(world, existing);
    const draftData = specification({ questionText: question });
    const { validationWarnings } = await world.core.drafts.create(world.author, { draftData });
    return validationWarnings.map(({ code }) => code).filter((code) => code === "near_duplicate");
  };

  test.each([
    ["one Cyrillic capital", "Will Вitcoin close above 100,000 USD by 31 March 2026?"],
    ["Cyrillic letters in most words", "Will Віtсоіn сlоѕе аbоvе 100,000 UЅD bу 31 Маrсh 2026?"],
    ["Greek letters", "Wιll Βιtcοιn clοse αbονe 100,000 USD by 31 Μαrch 2026?"],
    [
      "both scripts and invisible characters",
      "Will В\u200bιtcоin cl\u00adоsе abονе 100,000 USD by 31 March 2026?",
    ],
  ])("hide no near-duplicate: %s", async (_, disguised) => {
    expect(await nearOf(asked, disguised), "of a plain market").toEqual(["near_duplicate"]);
    expect(await nearOf(disguised, asked), "of a disguised market").toEqual(["near_duplicate"]);
    expect(await nearOf(disguised, disguised), "of itself").toEqual(["near_duplicate"]);
  });

  test("hide no near-duplicate in abbreviations that they spell alone", async () => {
    const plain = "Will ETH or BTC gain more in March 2026?";
    expect(await nearOf(plain, "Will ЕТН or ВТС gain more in March 2026?")).toEqual([
      "near_duplicate",
    ]);
  });

  test("are told apart in Cyrillic and Greek questions: other words are no near-duplicate", async () => {
    const russian = "Вырастет ли курс рубля в марте 2026 года против евро?";
    expect(await nearOf(russian, "Упадут ли цены нефти в июне 2026 года против золота?")).toEqual(
      [],
    );
    expect(await nearOf(russian, "вырастет ли курс рубля в марте 2026 года против евро?")).toEqual([
      "near_duplicate",
    ]);
    const greek = "Θα ανέβει η τιμή του χρυσού τον Μάρτιο του 2026;";
    expect(await nearOf(greek, "Θα πέσει το ευρώ κάτω από το δολάριο το 2026;")).toEqual([]);
  });

  test("stand for different Latin letters within one alphabet, so that no two of its words become one", () => {
    const alphabets = {
      Cyrillic: "абвгґдђеєжзѕиіїйјклљмнњопрстћуўфхцчџшщъыьэюя",
      Greek: "αβγδεζηθικλμνξοπρστυφχψω",
    };
    for (const [name, alphabet] of Object.entries(alphabets)) {
      for (const letters of [alphabet, alphabet.toUpperCase()]) {
        const words = Array.from(letters, (letter) => letter.repeat(4));
        const keys = words.map((word) => tokensOf(withoutLookAlikes(word)).join(" "));
        const before = new Set(words.map((word) => tokensOf(word).join(" ")));
        expect(new Set(keys).size, name).toBe(before.size);
      }
    }
  });
});
