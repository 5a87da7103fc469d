// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.

import type { KernelLoops } from "../flow/kernels.ts";
import type { Line, Plan, Span } from "../flow/plan.ts";
import { TINY } from "./arithmetic.ts";
import { addressOf, firstOfBlocks, reachOfBlocks } from "./kernel-spans.ts";
import { carryingRest } from "./rests.ts";

const SLOWEST = 2 / (30 + 1);
const FASTEST = 2 / (2 + 1);

/**
 * Kaufman's adaptive average (1995): its weight grows with the share of the way that led somewhere. The way is summed
 * in blocks as in `windowSum`.
 */
export function adaptiveAverage(plan: Plan, line: Line, period: number): Line {
  return plan.step([line], period, (out) => {
    const x = line.values;
    const kernels = plan.kernels(reachOfBlocks(period) + 1);
    if (kernels !== null) return adaptiveSpan(plan, kernels, x, out, period);
    const tails = new Float64Array(period + 1);
    const last = (period - 1) & 0x3fffffff;
    const state = { filled: 0, head: 0 };
    const leadOn = carryingRest((...rows) => averagesOfWays(x, out, period, ...rows));
    return (from, to, seen) => {
      // No step leads to the first row.
      const first = seen === 0 ? from + 1 : from;
      // Ways first, in the place of the averages.
      let { head } = state;
      let filled = state.filled & 0x3fffffff;
      const end = to & 0x3fffffff;
      for (let i = first & 0x3fffffff; i < end; i = (i + 1) & 0x3fffffff) {
        const place = filled + 1 - i;
        for (const stop = Math.min(end, i + last - filled); i < stop; i++) {
          head += Math.abs(x[i]! - x[i - 1]!);
          out[i] = tails[i + place]! + head;
        }
        filled = i + place - 1;
        if (i === end) break;
        const start = i - last;
        let tail = 0;
        for (let k = last; k >= 0; k--) {
          tails[k] = tail += Math.abs(x[start + k]! - x[start + k - 1]!);
        }
        out[i] = tail;
        filled = 0;
        head = 0;
      }
      state.filled = filled;
      state.head = head;
      const ready = Math.min(to, from + Math.max(0, period - seen));
      leadOn(ready, to, seen + ready - from);
    };
  });
}

/** Puts averages in the place of ways; the one before lies `rest` behind its value. Returns what the last one does. */
function averagesOfWays(
  x: Float64Array,
  out: Float64Array,
  period: number,
  from: number,
  to: number,
  rest: number,
): number {
  const tiny = TINY;
  for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) {
    const way = out[i]!;
    const gone = x[i]! - x[i - period]!;
    const share = Math.abs(gone / way);
    const efficiency = way <= gone || Math.abs(way) < tiny ? 1 : share;
    const weight = efficiency * (FASTEST - SLOWEST) + SLOWEST;
    rest = (1 - weight * weight) * (x[i]! - x[i - 1]! + rest);
    out[i] = x[i]! - rest;
  }
  return rest;
}

/** The same with kernels. */
function adaptiveSpan(
  plan: Plan,
  kernels: KernelLoops,
  x: Float64Array,
  out: Float64Array,
  period: number,
): Span {
  const [steps, ways] = [plan.array(plan.capacity), plan.array(plan.capacity)];
  const leadOn = carryingRest((from, to, rest) =>
    kernels.adaptive(
      addressOf(x, from),
      addressOf(ways, from),
      addressOf(out, from),
      to - from,
      8 * period,
      SLOWEST,
      FASTEST,
      rest,
    ),
  );
  return (from, to, seen) => {
    const ready = from + Math.max(0, period - seen);
    if (ready >= to) return;
    // The first row has no step that leads to it.
    const first = firstOfBlocks(ready, seen + ready - from - 1, period);
    kernels.ways(
      addressOf(x, first),
      addressOf(steps, first),
      addressOf(ways, first),
      to - first,
      period,
    );
    leadOn(ready, to, seen + ready - from);
  };
}
