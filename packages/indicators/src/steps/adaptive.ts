// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.

import type { KernelLoops } from "../flow/kernels.ts";
import type { Line, Plan, Span } from "../flow/plan.ts";
import { TINY } from "./arithmetic.ts";
import { addressOf, firstOfBlocks, reachOfBlocks } from "./kernel-spans.ts";
import { betweenLooks, settled } from "./rests.ts";

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
    const memory = new Float64Array(4);
    const leadOn = leadingOn(memory, (...rows) => averagesOfWays(x, out, period, memory, ...rows));
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

/**
 * Loop over rows by {@link averagesOfWays}. `memory` begins with zeros and holds what a row leaves to the next ones:
 * the rests of the last two rows, and `kept` and `lead` of the last one.
 */
function leadingOn(memory: Float64Array, go: (from: number, to: number) => void): Span {
  const settle = (): void => {
    memory[0] = settled(memory[0]!);
    memory[1] = settled(memory[1]!);
  };
  return (from, to, seen) => betweenLooks(from, to, seen, go, settle);
}

/**
 * Puts averages in the place of ways. An average lies its rest behind its value: rest = kept × (change + rest before),
 * where `kept` is 1 less the weight squared. With `lead` = kept × change, and the rest before written in the same way,
 * it follows from the rest of two rows before, so that no row waits for the one before.
 */
function averagesOfWays(
  x: Float64Array,
  out: Float64Array,
  period: number,
  memory: Float64Array,
  from: number,
  to: number,
): void {
  const tiny = TINY;
  let older = memory[0]!;
  let rest = memory[1]!;
  let keptBefore = memory[2]!;
  let leadBefore = memory[3]!;
  for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) {
    const way = out[i]!;
    const share = Math.abs((x[i]! - x[i - period]!) / way);
    const efficiency = way >= tiny && share < 1 ? share : 1;
    const weight = efficiency * (FASTEST - SLOWEST) + SLOWEST;
    const kept = 1 - weight * weight;
    const lead = kept * (x[i]! - x[i - 1]!);
    const next = kept * keptBefore * older + (kept * leadBefore + lead);
    out[i] = x[i]! - next;
    older = rest;
    rest = next;
    keptBefore = kept;
    leadBefore = lead;
  }
  memory.set([older, rest, keptBefore, leadBefore]);
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
  const memory = plan.array(4);
  const leadOn = leadingOn(memory, (from, to) => {
    const [values, way, averages] = [x, ways, out].map((line) => addressOf(line, from));
    const state = addressOf(memory, 0);
    kernels.adaptive(values!, way!, averages!, to - from, 8 * period, SLOWEST, FASTEST, state);
  });
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
