import { expect, test } from "vitest";

import { sliceCandles } from "../../src/candles/slice-candles.ts";
import { copyToSharedMemory, shareCandles } from "../../src/sweep/share-candles.ts";
import {
  keyOfCandles,
  rememberLastCandles,
  rememberShared,
} from "../../src/threads/known-candles.ts";
import { wander } from "../sweep/wander.ts";

const own = wander(50);
const lent = shareCandles(own);

test("views on the same stretch of shared memory have one key, and no others do", () => {
  const key = keyOfCandles(lent);
  expect(keyOfCandles(sliceCandles(lent, 0, 50))).toBe(key);
  const mixed = { ...lent, close: shareCandles(wander(50)).close };
  const others = [
    sliceCandles(lent, 1),
    sliceCandles(lent, 0, 49),
    copyToSharedMemory(lent),
    mixed,
  ];
  expect(new Set([key, ...others.map(keyOfCandles)]).size).toBe(5);
});

test("candles that are copied for each task have no key", () => {
  expect(keyOfCandles(own)).toBeUndefined();
  expect(keyOfCandles({ ...lent, close: own.close })).toBeUndefined();
});

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
