import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { checkPassword, createPasswordHasher } from "../src/index.ts";

/** Cheap parameters: what is tested here is the behaviour around the hash, not its cost. */
const cheap = { memoryKibibytes: 8, passes: 1 };

describe("a new password", () => {
  const reason = (password: string): unknown => {
    try {
      checkPassword(password);
      return "taken";
    } catch (error) {
      return (error as { details: { reason: string } }).details.reason;
    }
  };

  test.each([
    ["xk7-q2v", "too_short"],
    ["xk7-q2vw", "taken"],
    ["🦊🐙🦉🐝🐞🦋🐌🐜", "taken"],
    ["x".repeat(64) + "yz".repeat(32), "taken"],
    ["x".repeat(64) + "yz".repeat(32) + "!", "too_long"],
    ["password", "common"],
    ["PassWord1", "common"],
    ["ｐａｓｓｗｏｒｄ", "common"],
    ["iloveyou", "common"],
    [" 12345678", "common"],
    ["        ", "blank"],
    ["\u3164".repeat(8), "blank"],
    ["nul\0inside it", "unusable_character"],
    ["half a pair \ud800", "unusable_character"],
  ])("%j is %s", (password, verdict) => {
    expect(reason(password)).toBe(verdict);
  });
});

/** Passwords that lists of leaks have had at their top for years, of 8 characters and more. */
const BEST_KNOWN =
  `12345678 123456789 1234567890 87654321 987654321 0987654321 00000000 11111111 22222222
55555555 66666666 77777777 88888888 99999999 12341234 11223344 12344321 123123123 123321123 147258369 789456123
987654321 0123456789 01234567 12345678910 1111111111 123456789a a123456789 1234qwer qwer1234 1q2w3e4r 1q2w3e4r5t
1qaz2wsx 1qazxsw2 qazwsxedc zaq12wsx qwertyui qwertyuiop asdfghjk asdfghjkl zxcvbnm1 qwerty12 qwerty123 asdfasdf
qweasdzxc aaaaaaaa abcd1234 abcdefgh abc12345 a1b2c3d4 password password1 password123 passw0rd p@ssw0rd iloveyou
sunshine princess football baseball superman trustno1 starwars computer whatever michelle jennifer internet
liverpool changeme welcome1 letmein1`.split(/\s+/);

test.each(BEST_KNOWN)("the well-known password %s is refused", (password) => {
  expect(() => checkPassword(password)).toThrow(/PASSWORD_REFUSED|most common|repeats itself/);
});

test.each([
  ["one character", "########"],
  ["one character of two code units", "🦊".repeat(8)],
  ["one character and another", "########x"],
  ["a short piece", "xk7-xk7-"],
  ["a short piece, the last time in part", "xk7-xk7-xk"],
  ["a weak piece", "qwertyui".repeat(3)],
  ["a row of the keyboard", "ertyuiop"],
  ["a row downwards", "oiuytrew"],
  ["a row in capitals with an exclamation mark", "DFGHJKL;!"],
  ["the shifted digits", "!@#$%^&*"],
  ["the alphabet upwards", "klmnopqrst"],
  ["the alphabet downwards", "tsrqponmlk"],
  ["digits across the zero", "7890123456"],
  ["digits downwards, with a year", "7654321 2026"],
  ["doubled letters of the alphabet", "mmnnooppqq"],
  ["runs of several characters", "####$$$$"],
  ["pieces of two walks", "rewqfghj"],
])("a password of %s, such as %s, is predictable", (_, password) => {
  const refusal = expect.objectContaining({ details: { reason: "predictable" } }) as Error;
  expect(() => checkPassword(password)).toThrow(refusal);
});

const OWN = ["ada@lovelace-mail.org", "Ada King", "analyst_1815"];

test.each([
  ["ada@lovelace-mail.org", "the e-mail address"],
  ["ADA@Lovelace-Mail.ORG", "the e-mail address in capitals"],
  ["lovelace-mail.org", "its domain"],
  ["lovelace99", "a word of its domain, with digits"],
  ["gro.liam-ecalevol@ada", "the e-mail address backwards"],
  ["Ada King 1815", "the name with a year"],
  ["adaking!", "the name in one word"],
  ["gnik ada 1", "the name backwards"],
  ["analyst_1815", "the username"],
  ["analyst_2026", "the username with other digits"],
  ["5181_tsylana", "the username backwards"],
  ["1815analyst", "the username behind its digits"],
])("a password %s that is a word of its own account is refused: %s", (password) => {
  const refusal = expect.objectContaining({ details: { reason: "own_word" } }) as Error;
  expect(() => checkPassword(password, OWN)).toThrow(refusal);
  expect(checkPassword(password), "of another account").toBe(password);
});

test.each([
  "correct horse battery",
  "analyst of the engine",
  "xk7-q2vw",
  "king of ada's hill",
  "1x3y5z7Q",
])("a password such as %s is taken", (password) => {
  expect(checkPassword(password, OWN)).toBe(password);
});

test("a text from the alphabet of patterns is judged in the same way each time, and no text throws otherwise", () => {
  const pieces = fc.array(
    fc.constantFrom("abc", "123", "qwe", "aa", "x", "9", " ", "é", "\u{1f98a}"),
    {
      maxLength: 40,
    },
  );
  fc.assert(
    fc.property(pieces, (texts) => {
      const verdict = (): string => {
        try {
          return checkPassword(texts.join(""), OWN);
        } catch (error) {
          return (error as { readonly code: string }).code;
        }
      };
      expect([texts.join("").normalize("NFKC"), "PASSWORD_REFUSED"]).toContain(verdict());
    }),
  );
});

describe("a hash", () => {
  const hasher = createPasswordHasher(cheap);

  test("is Argon2id with its parameters in it, and never the same twice", async () => {
    const [first, second] = await Promise.all([
      hasher.hash("correct horse"),
      hasher.hash("correct horse"),
    ]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/);
    expect(second).not.toBe(first);
  });

  test("has the documented default cost: 19 MiB, two passes, one lane", async () => {
    expect(await createPasswordHasher().hash("correct horse")).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/,
    );
  });

  test("matches its password in any Unicode spelling, and no other", async () => {
    const phc = await hasher.hash("caf\u00e9 au lait");
    expect(await hasher.verify(phc, "cafe\u0301 au lait")).toEqual({
      matches: true,
      needsRehash: false,
    });
    expect((await hasher.verify(phc, "cafe au lait")).matches).toBe(false);
  });

  test("with older parameters still matches and asks to be made anew", async () => {
    const older = await createPasswordHasher({ ...cheap, passes: 2 }).hash("correct horse");
    expect(await hasher.verify(older, "correct horse")).toEqual({
      matches: true,
      needsRehash: true,
    });
  });
});

test("no more hashes run or wait than the bounds allow; the rest is told to come back", async () => {
  const hasher = createPasswordHasher({ ...cheap, maxInFlight: 2, maxQueued: 3 });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 9 }, () => hasher.hash("some password")),
  );
  const refused = outcomes.filter((outcome) => outcome.status === "rejected");
  expect(refused.map((outcome) => (outcome.reason as { code: string }).code)).toEqual(
    Array.from({ length: 4 }, () => "HASHING_BUSY"),
  );
  await expect(hasher.hash("after the crowd")).resolves.toMatch(/^\$argon2id/);
});
