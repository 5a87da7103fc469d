import { expect, test } from "vitest";

import { findStrategy } from "../../src/backtest/backtest.ts";
import { combine } from "../../src/sweep/combinations.ts";
import { createSpace } from "../../src/sweep/search-space.ts";

test.each([
  ["a random search", { count: 10_000 }],
  ["a grid", undefined],
])("%s of many combinations lets the event loop turn in between", async (_, search) => {
  const strategy = findStrategy("ma_crossover", undefined, "sweep");
  const parameters = {
    fast_period: { from: 2, to: search === undefined ? 51 : 100, step: 1 },
    slow_period: { from: 101, to: 200, step: 1 },
    ma_type: ["sma", "ema"],
  };
  let turns = 0;
  let isOver = false;
  const turn = (): void => {
    turns++;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const { list } = await combine(createSpace(strategy, { parameters }), search, 10_000);
  isOver = true;
  expect(list).toHaveLength(10_000);
  expect(new Set(list.map((one) => JSON.stringify(one))).size).toBe(10_000);
  expect(turns).toBeGreaterThan(90);
});
