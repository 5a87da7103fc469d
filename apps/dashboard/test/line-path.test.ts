import { expect, test } from "vitest";

import { boundsOf, dotPath, linePath } from "../page/model/line-path.ts";

test("a gap breaks the line, and a value between two gaps is a dot", () => {
  const values = [0, 10, null, 5, null, 10, 10];
  const bounds = { low: 0, high: 10 };
  expect(boundsOf(values, false)).toEqual(bounds);
  expect(linePath(values, bounds)).toBe("M0.0 96.0L100.0 4.0M300.0 50.0M500.0 4.0L600.0 4.0");
  expect(dotPath(values, bounds)).toBe("M300.0 50.0h0.01");
});

test("counts begin at 0, a floating figure at its lowest, and nothing known has no bounds", () => {
  expect(boundsOf([7, null, 9], false)).toEqual({ low: 0, high: 9 });
  expect(boundsOf([7, null, 9], true)).toEqual({ low: 7, high: 9 });
  expect(boundsOf([null, null], true)).toBeUndefined();
});

test("a figure that does not change is a straight line inside of the drawing", () => {
  expect(linePath([3, 3], { low: 3, high: 3 })).toBe("M0.0 50.0L600.0 50.0");
  expect(linePath([0, 0], { low: 0, high: 0 })).toBe("M0.0 96.0L600.0 96.0");
});
