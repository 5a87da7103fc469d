// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.

import type { Line, Plan } from "../flow/plan.ts";
import { movesOf, TINY } from "./arithmetic.ts";
import { wilderPair } from "./averages.ts";

/** Wilder's relative strength index, 0 where nothing has moved. */
export function relativeStrength(plan: Plan, line: Line, n: number): Line {
  const [gains, losses] = wilderPair(plan, ...movesOf(plan, line), n);
  return plan.step([gains, losses], 0, (out) => {
    const [g, l] = [gains.values, losses.values];
    return (from, to) => {
      const tiny = TINY;
      for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) {
        const move = g[i]! + l[i]!;
        const percent = 100 * (g[i]! / move);
        out[i] = Math.abs(move) < tiny ? 0 : percent;
      }
    };
  });
}
