import { expect, test } from "vitest";

import { isInCorner } from "../src/shell/toast-place.ts";

const WINDOW = { width: 1440, height: 900 };

function box(left: number, top: number, right: number, bottom: number) {
  return { left, top, right, bottom };
}

test("toasts leave the corner to a row that reaches into it, and to no other", () => {
  expect(isInCorner(box(20, 850, 1420, 880), WINDOW), "the last row of a wide list").toBe(true);
  expect(isInCorner(box(20, 850, 900, 880), WINDOW), "a row that ends before the corner").toBe(
    false,
  );
  expect(isInCorner(box(20, 100, 1420, 130), WINDOW), "a row at the top").toBe(false);
  expect(isInCorner(box(20, 950, 1420, 980), WINDOW), "a row that is out of sight").toBe(false);
  expect(isInCorner(box(0, 700, 320, 760), { width: 320, height: 800 }), "a phone").toBe(true);
});
