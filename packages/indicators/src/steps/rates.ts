// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.

import type { Line, Plan } from "../flow/plan.ts";
import { addressOf, spanAfter } from "./kernel-spans.ts";

/** Step from a line to its changes over some rows. */
export type ChangeStep = (plan: Plan, line: Line, rows: number) => Line;

/** Change against the value `n` rows before, as `factor × (x / before) + offset`; 0 after a 0. */
export function rateOf(factor: number, offset: number): ChangeStep {
  return (plan, line, n) =>
    plan.step([line], n, (out) => {
      const x = line.values;
      const kernels = plan.kernels(n);
      if (kernels !== null) {
        return spanAfter(n, (from, to) => {
          const [now, before] = [addressOf(x, from), addressOf(x, from - n)];
          kernels.rates(now, before, addressOf(out, from), to - from, factor, offset);
        });
      }
      return (from, to, seen) => {
        for (
          let i = (from + Math.max(0, n - seen)) & 0x3fffffff, end = to & 0x3fffffff;
          i < end;
          i++
        ) {
          const before = x[i - n]!;
          const rate = factor * (x[i]! / before + offset);
          out[i] = before === 0 ? 0 : rate;
        }
      };
    });
}

/** Change against the value some rows before, as a fraction of that; 0 after one whose size is below `tiny`. */
export function fractionsOf(plan: Plan, line: Line, rows: number, tiny: number): Line {
  return plan.step([line], rows, (out) => {
    const x = line.values;
    const kernels = plan.kernels(rows);
    if (kernels !== null) {
      return spanAfter(rows, (from, to) => {
        const [now, before] = [addressOf(x, from), addressOf(x, from - rows)];
        kernels.fractions(now, before, addressOf(out, from), to - from, tiny);
      });
    }
    return (from, to, seen) => {
      for (
        let i = (from + Math.max(0, rows - seen)) & 0x3fffffff, end = to & 0x3fffffff;
        i < end;
        i++
      ) {
        const before = x[i - rows]!;
        const fraction = (x[i]! - before) / before;
        out[i] = Math.abs(before) < tiny ? 0 : fraction;
      }
    };
  });
}
