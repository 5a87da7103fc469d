import { describe, expect, test } from "vitest";

import { sweep, type SweepOptions } from "../../src/sweep/index.ts";
import { wander } from "./wander.ts";

const candles = wander(300);
const grid: SweepOptions = {
  strategy: "ma_crossover",
  parameters: { fast_period: [2, 4, 8], slow_period: [5, 10, 20], ma_type: ["sma", "ema"] },
  optionRanges: { stopLoss: [0.01, null], takeProfit: { from: 0.01, to: 0.02, step: 0.01 } },
};

interface Own {
  fast: number;
  slow: number;
  type: string;
  stop: number | null;
  target: number;
}

/** The combinations that a sweep with these constraints runs. */
async function kept(constraints: string[]): Promise<Own[]> {
  const result = await sweep(candles, { ...grid, constraints });
  return result.grid.map(({ parameters, options }) => ({
    fast: parameters["fast_period"] as number,
    slow: parameters["slow_period"] as number,
    type: parameters["ma_type"] as string,
    stop: options?.["stopLoss"] as number | null,
    target: options?.["takeProfit"] as number,
  }));
}

describe("a constraint", () => {
  test.each<[string, (own: Own) => boolean]>([
    ["2 * fast_period <= slow_period", ({ fast, slow }) => 2 * fast <= slow],
    ["slow_period >= fast_period * 5", ({ fast, slow }) => slow >= 5 * fast],
    ["fast_period != 4", ({ fast }) => fast !== 4],
    ['ma_type = "ema"', ({ type }) => type === "ema"],
    ['fast_period < 8 if ma_type = "ema"', ({ fast, type }) => type !== "ema" || fast < 8],
    ["options.stopLoss = null", ({ stop }) => stop === null],
    // An order with a stop that there is not holds.
    ["options.stopLoss < options.takeProfit", ({ stop, target }) => stop === null || stop < target],
    [
      "options.takeProfit > 0.01 if options.stopLoss = null",
      ({ stop, target }) => stop !== null || target > 0.01,
    ],
    // An option that does not vary has its value in force, and a parameter that is not named its default.
    ["options.leverage = 1", () => true],
    ["options.initialCapital < 10000", () => false],
  ])("%s leaves exactly the combinations that keep it", async (constraint, holds) => {
    const all = await kept([]);
    const expected = all.filter(holds);
    if (expected.length === 0) {
      await expect(kept([constraint])).rejects.toMatchObject({ code: "PARAMETERS_INVALID" });
      return;
    }
    expect(await kept([constraint])).toEqual(expected);
  });

  test("counts what it leaves out, together with the strategy's own rule", async () => {
    const { grid: rows, skipped } = await sweep(candles, {
      ...grid,
      constraints: ["fast_period < 8", "slow_period < 20"],
    });
    expect(rows.length + skipped).toBe(72);
    expect(rows.length).toBe(2 * 2 * 2 * 4);
  });

  test("holds for what is drawn at random and for what tpe tries", async () => {
    for (const method of ["random", "tpe"] as const) {
      const { grid: rows } = await sweep(candles, {
        ...grid,
        constraints: ["2 * fast_period <= slow_period"],
        search: { method, count: 30 },
      });
      expect(rows.length).toBeGreaterThan(20);
      for (const { parameters } of rows) {
        const { fast_period: fast, slow_period: slow } = parameters;
        expect(2 * Number(fast)).toBeLessThanOrEqual(Number(slow));
      }
    }
  });

  test.each([
    ["fast_perod < slow_period", /"fast_perod", which is no name. Did you mean "fast_period"\?/],
    ["fast_period << slow_period", /"< slow_period", which is no name/],
    ["fast_period", /is no comparison\. Expected NAME < NAME/],
    ["", /is no comparison/],
    ["fast_period < 3 if slow_period > 2 if 1 < 2", /more than one "if"/],
    ["fast_period * slow_period < 3", /multiplies by/],
    ["options.stoploss < 1", /Did you mean "options.stopLoss"\?/],
    ["x".repeat(257), /longer than 256 characters/],
  ])("%j is refused with the form that is expected", async (constraint, message) => {
    await expect(sweep(candles, { ...grid, constraints: [constraint] })).rejects.toMatchObject({
      code: "OPTIONS_INVALID",
      message: expect.stringMatching(message) as string,
    });
  });

  test("is text in a list", async () => {
    for (const constraints of ["fast_period < 3", [3]]) {
      const given = { ...grid, constraints: constraints as never };
      await expect(sweep(candles, given)).rejects.toMatchObject({ code: "OPTIONS_INVALID" });
    }
  });
});
