// Places stay within the arrays of the definition, so `!` only satisfies the type checker.

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { crossValidate, purgedSplits, type PurgedSplits } from "../../src/research/index.ts";
import { randomReturns } from "./random-returns.ts";

interface Plan {
  groups: number;
  testGroups: number;
  purgeCandles: number;
  embargoCandles: number;
}

/** Chapter 12 of López de Prado (2018), candle by candle: each candle trains, tests, or is dropped. */
function byDefinition(returns: readonly Float64Array[], plan: Plan) {
  const length = returns[0]!.length;
  const groupOf = (t: number): number => {
    for (let g = 0; ; g++) if (t < Math.floor(((g + 1) * length) / plan.groups)) return g;
  };
  const splits: { tests: number[]; chosen: number; inSample: number; outOfSample: number }[] = [];
  const masks = [...Array(2 ** plan.groups).keys()]
    .map((mask) => [...Array(plan.groups).keys()].filter((g) => mask & (1 << g)))
    .filter((tests) => tests.length === plan.testGroups)
    .toSorted((a, b) => {
      const k = a.findIndex((g, i) => g !== b[i]);
      return a[k]! - b[k]!;
    });
  for (const tests of masks) {
    const isTest = Array.from({ length }, (_, t) => tests.includes(groupOf(t)));
    const trains = Array.from({ length }, (_, t) => {
      if (isTest[t]) return false;
      for (let k = 1; k <= plan.purgeCandles; k++) if (isTest[t + k]) return false;
      for (let k = 1; k <= plan.embargoCandles; k++) if (isTest[t - k]) return false;
      return true;
    });
    const inSample = returns.map((own) => sharpe([...own].filter((_, t) => trains[t])));
    const chosen = inSample.indexOf(Math.max(...inSample));
    const outOfSample = sharpe([...returns[chosen]!].filter((_, t) => isTest[t]));
    splits.push({ tests, chosen, inSample: inSample[chosen]!, outOfSample });
  }
  const count = (splits.length * plan.testGroups) / plan.groups;
  const used = new Set<string>();
  const paths = Array.from({ length: count }, () => {
    const chosen = Array.from({ length: plan.groups }, (_, g) => {
      const k = splits.findIndex(({ tests }, s) => tests.includes(g) && !used.has(`${s}:${g}`));
      used.add(`${k}:${g}`);
      return splits[k]!.chosen;
    });
    const joined = Array.from({ length }, (_, t) => returns[chosen[groupOf(t)]!]![t]!);
    return {
      chosen,
      sharpe: sharpe(joined),
      totalReturn: joined.reduce((v, r) => v * (1 + r), 1) - 1,
    };
  });
  return { splits, paths };
}

function sharpe(values: readonly number[]): number {
  const mean = values.reduce((a, b) => a + b, 0) / values.length;
  const squares = values.reduce((a, b) => a + (b - mean) ** 2, 0);
  const deviation = Math.sqrt(squares / (values.length - 1));
  return deviation < 1e-15 ? 0 : mean / deviation;
}

describe("combinatorial purged cross-validation", () => {
  test.each<Plan & { length: number; configurations: number }>([
    {
      length: 120,
      configurations: 9,
      groups: 6,
      testGroups: 2,
      purgeCandles: 0,
      embargoCandles: 0,
    },
    {
      length: 127,
      configurations: 5,
      groups: 6,
      testGroups: 2,
      purgeCandles: 4,
      embargoCandles: 3,
    },
    {
      length: 90,
      configurations: 4,
      groups: 9,
      testGroups: 3,
      purgeCandles: 11,
      embargoCandles: 3,
    },
    { length: 60, configurations: 3, groups: 5, testGroups: 4, purgeCandles: 1, embargoCandles: 2 },
    { length: 64, configurations: 6, groups: 2, testGroups: 1, purgeCandles: 5, embargoCandles: 0 },
  ])(
    "equals the definition with $groups groups, $testGroups of them testing, purge $purgeCandles",
    (set) => {
      const { length, configurations, ...plan } = set;
      const returns = randomReturns(configurations, length, length, 0.001);
      returns[1]!.fill(0);
      const expected = byDefinition(returns, plan);
      const found = crossValidate(returns, plan);
      expect(found.splits.length).toBe(expected.splits.length);
      for (const [k, split] of found.splits.entries()) {
        const { tests, chosen, inSample, outOfSample } = expected.splits[k]!;
        expect([split.testGroups, split.chosen]).toEqual([tests, chosen]);
        expect(split.inSample).toBeCloseTo(inSample, 12);
        expect(split.outOfSample).toBeCloseTo(outOfSample, 12);
      }
      expect(found.paths.length).toBe(expected.paths.length);
      for (const [k, path] of found.paths.entries()) {
        expect(path.chosen).toEqual(expected.paths[k]!.chosen);
        expect(path.sharpe).toBeCloseTo(expected.paths[k]!.sharpe, 12);
        expect(path.totalReturn).toBeCloseTo(expected.paths[k]!.totalReturn, 12);
      }
      const losing = expected.paths.filter(({ totalReturn }) => totalReturn < 0).length;
      expect(found.lossProbability).toBe(losing / expected.paths.length);
    },
  );

  test("has 15 splits and 5 paths by default; each path tests each group once", () => {
    const { splits, paths, groups } = purgedSplits(600);
    expect([splits.length, paths.length, groups.length]).toEqual([15, 5, 6]);
    const used = paths.flatMap((path) => path.map((split, group) => `${split}:${group}`));
    expect(new Set(used).size).toBe(30);
    for (const path of paths) {
      for (const [group, split] of path.entries()) {
        expect(splits[split]!.testGroups).toContain(group);
      }
    }
  });

  test("no training candle is a test, nor nearer to one than purge and embargo (property)", () => {
    const plan = fc.record({
      length: fc.integer({ min: 40, max: 200 }),
      groups: fc.integer({ min: 3, max: 8 }),
      testGroups: fc.integer({ min: 1, max: 2 }),
      purgeCandles: fc.integer({ min: 0, max: 4 }),
      embargoCandles: fc.integer({ min: 0, max: 4 }),
    });
    fc.assert(
      fc.property(plan, ({ length, ...options }) => {
        let splits: PurgedSplits["splits"];
        try {
          ({ splits } = purgedSplits(length, options));
        } catch (error) {
          expect(String(error)).toMatch(/leave no training/);
          return;
        }
        for (const { train, test } of splits) {
          for (const one of train) {
            for (const other of test) {
              const before = other.from - one.to >= options.purgeCandles;
              const after = one.from - other.to >= options.embargoCandles;
              expect(before || after).toBe(true);
            }
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  test("takes 2 to 20 groups of two candles, and says so one beyond", () => {
    expect(purgedSplits(4, { groups: 2, testGroups: 1 }).splits.length).toBe(2);
    expect(purgedSplits(40, { groups: 20, testGroups: 19 }).splits.length).toBe(20);
    for (const groups of [1, 21, 3.5]) {
      expect(() => purgedSplits(100, { groups })).toThrow(/"groups".*2.*20/);
    }
    expect(() => purgedSplits(11)).toThrow("6 groups take at least 12 candles, found 11.");
    expect(() => purgedSplits(12, { testGroups: 0 })).toThrow(/"testGroups"/);
    expect(() => purgedSplits(12, { testGroups: 6 })).toThrow(
      'option "testGroups" must be fewer than the 6 groups, found 6.',
    );
    expect(() => purgedSplits(12, { purgeCandles: -1 })).toThrow(/"purgeCandles"/);
    expect(() => purgedSplits(12, { embargo: 1 } as never)).toThrow(/"embargoCandles"\?/);
  });

  test("takes a purge that leaves one candle of training, and refuses one that leaves none", () => {
    const plan = { groups: 2, testGroups: 1 };
    expect(purgedSplits(20, { ...plan, purgeCandles: 9 }).splits[1]!.train).toEqual([
      { from: 0, to: 1 },
    ]);
    expect(() => purgedSplits(20, { ...plan, purgeCandles: 10 })).toThrow(
      "a purge of 10 and an embargo of 0 candles leave no training",
    );
    expect(() => crossValidate(randomReturns(1, 40, 1))).toThrow("at least 2 configurations");
  });
});
