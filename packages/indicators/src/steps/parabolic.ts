// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.

import type { Line, Plan } from "../flow/plan.ts";
import { addressOf } from "./kernel-spans.ts";

/** Acceleration of one side of a parabolic stop. */
interface Acceleration {
  readonly initial: number;
  readonly step: number;
  readonly maximum: number;
}

/** Rules of a parabolic stop and reverse. */
export interface ParabolicRules {
  readonly long: Acceleration;
  readonly short: Acceleration;
  /** First stop: above 0 of a long position, below 0 (its size) of a short one, 0 as the first move says. */
  readonly startValue: number;
  /** Fraction of the stop that it is moved away from the price on a reversal. */
  readonly offset: number;
  /** Factor of the stops of short positions. */
  readonly shortSign: 1 | -1;
}

const capped = ({ initial, step, maximum }: Acceleration): Acceleration => ({
  initial: Math.min(initial, maximum),
  step: Math.min(step, maximum),
  maximum,
});

/** Parabolic stop and reverse (Wilder, 1978), from the second candle on. */
export function parabolicStop(plan: Plan, high: Line, low: Line, rules: ParabolicRules): Line {
  const { offset, shortSign } = rules;
  const [long, short] = [capped(rules.long), capped(rules.short)];
  return plan.step([high, low], 1, (out) => {
    const [h, l] = [high.values, low.values];
    const state = { isLong: true, stop: 0, extreme: 0, speed: 0 };
    const kernels = plan.kernels(1);
    if (kernels !== null) {
      const given = plan.array(8);
      given.set([long.initial, long.step, long.maximum]);
      given.set([short.initial, short.step, short.maximum, offset, shortSign], 3);
      const kept = plan.array(6);
      return (from, to, seen) => {
        const start = seen === 0 ? from + 1 : from;
        if (start === to) return;
        if (start - from + seen === 1) {
          open(state, rules, h, l, start);
          const { isLong, stop, extreme, speed } = state;
          kept.set([Number(isLong), stop, extreme, speed, h[start]!, l[start]!]);
        }
        const [top, bottom] = [addressOf(h, start), addressOf(l, start)];
        const [stops, ruled, before] = [
          addressOf(out, start),
          addressOf(given, 0),
          addressOf(kept, 0),
        ];
        kernels.parabolic(top, bottom, stops, to - start, ruled, before);
      };
    }
    return (from, to, seen) => {
      const start = seen === 0 ? from + 1 : from;
      if (start === to) return;
      // The first stop holds in the second candle, and no candle before it counts then.
      const isOpening = start - from + seen === 1;
      if (isOpening) open(state, rules, h, l, start);
      let highBefore = h[isOpening ? start : start - 1]!;
      let lowBefore = l[isOpening ? start : start - 1]!;
      // Locals and no calls: a row of fields that are read and written back takes twice as long.
      let { isLong, stop, extreme, speed } = state;
      for (let i = start & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) {
        const top = h[i]!;
        const bottom = l[i]!;
        let shown = stop;
        if (isLong) {
          if (bottom <= stop) {
            isLong = false;
            shown = Math.max(extreme, highBefore, top) * (1 + offset);
            extreme = bottom;
            speed = short.initial;
          } else if (top > extreme) {
            extreme = top;
            speed = Math.min(speed + long.step, long.maximum);
          }
        } else if (top >= stop) {
          isLong = true;
          shown = Math.min(extreme, lowBefore, bottom) * (1 - offset);
          extreme = top;
          speed = long.initial;
        } else if (bottom < extreme) {
          extreme = bottom;
          speed = Math.min(speed + short.step, short.maximum);
        }
        stop = shown + speed * (extreme - shown);
        // No closer to the price than both candles reached.
        if (isLong) {
          if (lowBefore < stop) stop = lowBefore;
          if (bottom < stop) stop = bottom;
          out[i] = shown;
        } else {
          if (highBefore > stop) stop = highBefore;
          if (top > stop) stop = top;
          out[i] = shortSign * shown;
        }
        highBefore = top;
        lowBefore = bottom;
      }
      state.isLong = isLong;
      state.stop = stop;
      state.extreme = extreme;
      state.speed = speed;
    };
  });
}

/** Takes the first side and stop from the candle at `row` and the one before it. */
function open(
  state: { isLong: boolean; stop: number; extreme: number; speed: number },
  { startValue, long, short }: ParabolicRules,
  h: Float64Array,
  l: Float64Array,
  row: number,
): void {
  const fall = l[row - 1]! - l[row]!;
  const rise = h[row]! - h[row - 1]!;
  const isLong = startValue === 0 ? !(fall > 0 && fall > rise) : startValue > 0;
  state.isLong = isLong;
  state.stop = startValue === 0 ? (isLong ? l[row - 1]! : h[row - 1]!) : Math.abs(startValue);
  state.extreme = isLong ? h[row]! : l[row]!;
  state.speed = capped(isLong ? long : short).initial;
}
