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
    ["nul\0inside it", "unusable_character"],
    ["half a pair \ud800", "unusable_character"],
  ])("%j is %s", (password, verdict) => {
    expect(reason(password)).toBe(verdict);
  });
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
