// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.

import { defineIndicator, type Indicator } from "../flow/indicator.ts";
import { real } from "../parameters.ts";

/** Size of Renko bricks. */
export interface RenkoOptions {
  /** Height of a brick in price units, from 1e-12 on, default 1. */
  readonly brickSize: number;
}

/**
 * Renko bricks of closes: `level` is the end of the last brick, at first the first value; `direction` is 1 after a
 * rising brick, -1 after a falling one, 0 before the first; `bricks` is the number of bricks that this row added, below
 * 0 for falling ones. A turn takes two sizes from the end of the last brick, for the first of them is that brick's own.
 * `brickSize` from 1e-12 on, default 1. No warm-up.
 */
export const renko: Indicator<"values", RenkoOptions, "level" | "direction" | "bricks"> =
  defineIndicator({
    name: "renko",
    family: "beyond",
    title: "Renko bricks",
    inputs: ["values"],
    parameters: { brickSize: real(1, 1e-12) },
    outputs: ["level", "direction", "bricks"],
    formula:
      "a brick on for each whole size beyond the last one's end, a brick back for each whole size beyond its start",
    build: (plan, [line], { brickSize: size }) =>
      plan.group([line!], 0, 3, ([level, direction, bricks]) => {
        const x = line!.values;
        // Levels are counted in sizes from the first value, so that they do not drift.
        const state = { first: 0, count: 0, side: 0 };
        return (from, to, seen) => {
          let { first, count, side } = state;
          if (seen === 0) first = x[from]!;
          for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) {
            const distance = (x[i]! - first) / size;
            // A turn begins at the start of the last brick.
            const rises = Math.floor(distance) - (side < 0 ? count + 1 : count);
            const falls = (side > 0 ? count - 1 : count) - Math.ceil(distance);
            if (rises > 0) {
              count = Math.floor(distance);
              side = 1;
            } else if (falls > 0) {
              count = Math.ceil(distance);
              side = -1;
            }
            level![i] = first + count * size;
            direction![i] = side;
            bricks![i] = rises > 0 ? rises : falls > 0 ? -falls : 0;
          }
          state.first = first;
          state.count = count;
          state.side = side;
        };
      }),
  });
