import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { seededRandom } from "../src/index.ts";
import { createXoshiro } from "../src/random.ts";

const draws = <T>(count: number, draw: () => T): T[] => Array.from({ length: count }, draw);

describe("xoshiro128** 1.1", () => {
  test("gives the reference sequence for the state 1, 2, 3, 4", () => {
    const generator = createXoshiro([1, 2, 3, 4]);
    // The vector of the reference implementation, as the rand_xoshiro crate publishes it.
    expect(draws(10, () => generator.word())).toEqual([
      11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597,
      4258142804,
    ]);
  });
});

describe("a seed", () => {
  test("decides the whole sequence, on every machine", () => {
    const first = seededRandom(42);
    expect(draws(3, () => first.next())).toMatchInlineSnapshot(`
      [
        0.413701663485213,
        0.0039839967013189925,
        0.6500837005662723,
      ]
    `);
    const text = seededRandom("BTCUSDT:1");
    expect(draws(3, () => text.below(1000))).toMatchInlineSnapshot(`
      [
        908,
        448,
        732,
      ]
    `);
  });

  test("is filled in by splitmix64: seed 0 starts from its published outputs", () => {
    // splitmix64 from 0: e220a8397b1dcdaf, 6e789e6aa1b965f4.
    const published = createXoshiro([0x7b1dcdaf, 0xe220a839, 0xa1b965f4, 0x6e789e6a]);
    const seeded = seededRandom(0);
    expect(draws(5, () => seeded.next())).toEqual(draws(5, () => published.next()));
  });

  test("of another value, or as text, gives another sequence", () => {
    const firsts = [0, 1, -1, 2 ** 40, "1", "", "a", "b"].map((seed) => seededRandom(seed).next());
    expect(new Set(firsts).size).toBe(firsts.length);
  });

  test.each([1.5, NaN, 2 ** 53])("of %s is refused", (seed) => {
    expect(() => seededRandom(seed)).toThrow('"seed" must be a whole number');
  });

  test("is the generator's own: two of them don't disturb each other", () => {
    const [one, other] = [seededRandom(7), seededRandom(7)];
    draws(10, () => other.normal());
    expect(one.next()).toBe(seededRandom(7).next());
  });
});

describe("draws", () => {
  test("are floats from 0 up to, never at, 1, evenly spread", () => {
    const random = seededRandom("floats");
    const values = draws(100_000, () => random.next());
    expect(Math.min(...values.slice(0, 1000))).toBeGreaterThanOrEqual(0);
    expect(values.every((value) => value >= 0 && value < 1)).toBe(true);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.005);
  });

  test("below n are whole numbers under n, for small and for large n", () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (seed, n) => {
        const value = seededRandom(seed).below(n);
        expect(Number.isSafeInteger(value) && value >= 0 && value < n).toBe(true);
      }),
    );
    expect(() => seededRandom(1).below(0)).toThrow('"n" must be a whole number');
  });

  test("below n favour no value: chi-square over 7 of them stays below its 99.9 % bound", () => {
    const random = seededRandom("dice");
    const counts = [0, 0, 0, 0, 0, 0, 0];
    for (let roll = 0; roll < 70_000; roll++) counts[random.below(7)]! += 1;
    const square = counts.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0);
    expect(square).toBeLessThan(22.46);
  });

  test("below 3 · 2^30 leave out no range: the upper third is as likely as the lower ones", () => {
    const random = seededRandom("bias");
    const thirds = [0, 0, 0];
    for (let roll = 0; roll < 30_000; roll++) {
      thirds[Math.floor(random.below(3 * 2 ** 30) / 2 ** 30)]! += 1;
    }
    for (const count of thirds) expect(Math.abs(count - 10_000)).toBeLessThan(400);
  });

  test("of the normal distribution have mean 0, deviation 1 and its tails", () => {
    const random = seededRandom("normal");
    const values = draws(100_000, () => random.normal());
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
    const beyondTwo = values.filter((value) => Math.abs(value) > 2).length / values.length;
    expect(Math.abs(mean)).toBeLessThan(0.01);
    expect(Math.abs(variance - 1)).toBeLessThan(0.02);
    expect(Math.abs(beyondTwo - 0.0455)).toBeLessThan(0.003);
  });

  test("of a shuffle are the same items, in each order equally often, and leave the original alone", () => {
    const random = seededRandom("shuffle");
    const counts = new Map<string, number>();
    const items = Object.freeze(["a", "b", "c"]);
    for (let round = 0; round < 6000; round++) {
      const order = random.shuffle(items).join("");
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect([...counts.keys()].toSorted()).toEqual(["abc", "acb", "bac", "bca", "cab", "cba"]);
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(150);
    expect(random.shuffle([])).toEqual([]);
  });
});
