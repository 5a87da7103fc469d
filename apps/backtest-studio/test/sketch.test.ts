import type { ListedJob } from "@bourse/contract/backtest";
import { expect, test } from "vitest";

import { sketchOf, sketchPath } from "../page/model/sketch.ts";

const jobOf = (result: object | null) => ({ result }) as Pick<ListedJob, "result">;

test("a run whose equity is not known has no line, and so has one of a single value", () => {
  expect(sketchOf(jobOf(null))).toEqual([]);
  expect(sketchOf(jobOf({ total_return: 0.1 }))).toEqual([]);
  expect(sketchOf(jobOf({ equity_sketch: [0.1] }))).toEqual([]);
  expect(sketchOf(jobOf({ equity_sketch: [0, 0.1] }))).toEqual([0, 0.1]);
});

test("a line stands over the line of its start, whether it rises, falls or does not move", () => {
  expect(sketchPath([0, 1, 0.5])).toEqual({
    line: "M0.0 14.5L50.0 1.5L100.0 8.0",
    start: "M0 14.5H100",
  });
  expect(sketchPath([-0.5, -1])).toEqual({ line: "M0.0 8.0L100.0 14.5", start: "M0 1.5H100" });
  expect(sketchPath([0, 0])).toEqual({ line: "M0.0 14.5L100.0 14.5", start: "M0 14.5H100" });
});
