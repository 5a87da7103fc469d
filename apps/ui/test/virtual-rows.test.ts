import * as fc from "fast-check";
import { expect, test } from "vitest";

import { scrollFor, windowOf } from "../src/parts/virtual-rows.ts";

test("every row in sight is drawn, never more than a bounded number, and none that is not there", () => {
  const count = fc.integer({ min: 0, max: 400_000 });
  const height = fc.integer({ min: 10, max: 100 });
  fc.assert(
    fc.property(count, height, fc.nat(40_000_000), fc.nat(4000), (rows, rowHeight, top, seen) => {
      const { first, end } = windowOf(rows, rowHeight, top, seen);
      expect(first).toBeGreaterThanOrEqual(0);
      expect(end).toBeLessThanOrEqual(rows);
      expect(first).toBeLessThanOrEqual(end);
      expect(end - first).toBeLessThanOrEqual(Math.ceil(seen / rowHeight) + 23);
      const [begin, stop] = [Math.floor(top / rowHeight), Math.ceil((top + seen) / rowHeight)];
      expect(first).toBeLessThanOrEqual(Math.min(begin, rows));
      expect(end).toBe(Math.min(rows, Math.max(stop + 10, 0)));
    }),
  );
});

test("a row is scrolled to as little as it takes", () => {
  expect(scrollFor(0, 36, 360, 720)).toBe(0);
  expect(scrollFor(10, 36, 360, 720)).toBe(360);
  expect(scrollFor(29, 36, 360, 720)).toBe(360);
  expect(scrollFor(30, 36, 360, 720)).toBe(396);
});
