import { expect, test } from "vitest";

import { keyOfCandles } from "../../src/candles/key-of-candles.ts";
import { sliceCandles } from "../../src/candles/slice-candles.ts";
import { copyToSharedMemory, shareCandles } from "../../src/sweep/share-candles.ts";
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
