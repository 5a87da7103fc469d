import { shareCandles, sliceCandles } from "@bourse/backtest-engine/data";
import { expect, test } from "vitest";

import { wander } from "../../../backtest-engine/test/sweep/wander.ts";
import { rememberLastCandles, rememberShared } from "../../src/threads/known-candles.ts";

const own = wander(50);
const lent = shareCandles(own);

test("a thread knows the last four candles again, and those without a key never", () => {
  const known = rememberLastCandles();
  const at = (number: number) => sliceCandles(lent, number, number + 2);
  const first = at(0);
  expect(known(first, "0")).toBe(first);
  for (const number of [1, 2, 3]) known(at(number), String(number));
  expect(known(at(0), "0"), "used again, so the newest").toBe(first);
  known(at(4), "4");
  expect(known(at(0), "0")).toBe(first);
  const second = at(1);
  expect(known(second, "1"), "the fifth of them, forgotten").toBe(second);
  const third = at(2);
  expect(known(third, undefined)).toBe(third);
});

test("the same candles are copied to shared memory once", () => {
  const shared = rememberShared();
  const copy = shared(own);
  expect(copy.close).toEqual(own.close);
  expect(shared(own)).toBe(copy);
  expect(shared(lent)).toBe(lent);
});
