import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  annualGrowth,
  annualReturn,
  tradeDrawdown,
  tradeStatistics,
} from "../../src/metrics/index.ts";

const profit = fc.integer({ min: -2000, max: 2000 }).map((cents) => cents / 100);
const profits = fc.array(profit, { maxLength: 40 }).map((values) => Float64Array.from(values));

describe("figures of trades are what their definitions say", () => {
  test.each([
    [1000, 1000, 365, 0],
    [1000, 2000, 365, 1],
    [1000, 1500, 730, Math.sqrt(1.5) - 1],
    [1000, 900, 91.25, 0.9 ** 4 - 1],
    [1000, 0, 365, -1],
  ])("yearly growth from %i to %i in %d days", (start, end, days, expected) => {
    expect(annualGrowth(start, end, days / 365)).toBeCloseTo(expected, 12);
  });

  test("growth that has no number is null", () => {
    expect(annualGrowth(0, 1, 1)).toBeNull();
    expect(annualGrowth(1, 1, 0)).toBeNull();
    expect(annualGrowth(1, -1, 1)).toBeNull();
    expect(annualReturn(new Float64Array(0), 365)).toBeNull();
  });

  test("property: growth compounded over its years leads back to the end", () => {
    const amount = fc.double({ min: 1, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(amount, amount, fc.double({ min: 1, max: 30, noNaN: true }), (a, b, years) => {
        const growth = annualGrowth(a, b, years);
        if (growth !== null) expect((a * (1 + growth) ** years) / b).toBeCloseTo(1, 6);
      }),
    );
  });

  test("property: expectancy is the mean profit, and the profit factor gains over losses", () => {
    fc.assert(
      fc.property(profits, (values) => {
        const found = tradeStatistics(values);
        const won = values.filter((value) => value > 0);
        const lost = values.filter((value) => value < 0);
        const total = (some: Float64Array): number => some.reduce((sum, value) => sum + value, 0);
        expect(found).toMatchObject({ wins: won.length, losses: lost.length });
        if (values.length === 0) {
          expect(found).toMatchObject({ winRate: 0, expectancy: null, profitFactor: null });
          return;
        }
        expect(found.winRate).toBe(won.length / values.length);
        expect(found.expectancy).toBeCloseTo(total(values) / values.length, 9);
        if (lost.length === 0) {
          expect(found).toMatchObject({ profitFactor: null });
          return;
        }
        expect(found.profitFactor).toBeCloseTo(total(won) / -total(lost), 9);
      }),
    );
  });

  test("property: the drawdown of trades is the largest fall between any two balances", () => {
    fc.assert(
      fc.property(profits, fc.constantFrom("amount", "fraction"), (values, by) => {
        const balances = [1000];
        for (const value of values) balances.push(balances.at(-1)! + value);
        let largest = 0;
        for (const [i, high] of balances.entries()) {
          for (const low of balances.slice(i)) {
            const fall = high - low;
            largest = Math.max(largest, by === "amount" ? fall : fall / high);
          }
        }
        const found = tradeDrawdown(values, 1000, by);
        expect(found?.[by] ?? 0).toBeCloseTo(largest, 9);
        if (found === null) return;
        const { highIndex, lowIndex, amount, fraction } = found;
        expect(balances[highIndex + 1]! - balances[lowIndex + 1]!).toBeCloseTo(amount, 9);
        expect(fraction).toBeCloseTo(amount / balances[highIndex + 1]!, 9);
      }),
    );
  });

  test("a peak is the trade after which the balance first stood there; -1 is the start", () => {
    const of = (...values: number[]) => tradeDrawdown(Float64Array.from(values), 100);
    expect(of(-10, 5)).toEqual({ highIndex: -1, lowIndex: 0, amount: 10, fraction: 0.1 });
    expect(of(25, -5, 5, -25)).toEqual({ highIndex: 0, lowIndex: 3, amount: 25, fraction: 0.2 });
    expect(of(1, 2)).toBeNull();
    // The larger amount is not the larger fraction.
    const values = Float64Array.of(-30, 930, -100);
    expect(tradeDrawdown(values, 100, "amount")).toMatchObject({ lowIndex: 2, amount: 100 });
    expect(tradeDrawdown(values, 100, "fraction")).toMatchObject({ lowIndex: 0, fraction: 0.3 });
  });
});
