// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.

import type { Line, Plan } from "../flow/plan.ts";

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
  return plan.step([high, low], 1, (out) => {
    const stop = new ParabolicStop(rules);
    const [h, l] = [high.values, low.values];
    return (from, to, seen) => {
      let i = from;
      if (seen === 0) i++;
      if (seen + i - from === 1 && i < to) {
        stop.open(h[i - 1]!, l[i - 1]!, h[i]!, l[i]!);
        out[i] = stop.next(h[i]!, l[i]!, h[i]!, l[i]!);
        i++;
      }
      for (; i < to; i++) out[i] = stop.next(h[i - 1]!, l[i - 1]!, h[i]!, l[i]!);
    };
  });
}

class ParabolicStop {
  readonly #rules: ParabolicRules;
  readonly #long: Acceleration;
  readonly #short: Acceleration;
  #isLong = true;
  #stop = 0;
  #extreme = 0;
  #speed = 0;

  constructor(rules: ParabolicRules) {
    this.#rules = rules;
    this.#long = capped(rules.long);
    this.#short = capped(rules.short);
  }

  /** Takes the first side and stop from the first two candles. */
  open(highBefore: number, lowBefore: number, high: number, low: number): void {
    const { startValue } = this.#rules;
    const fall = lowBefore - low;
    this.#isLong = startValue === 0 ? !(fall > 0 && fall > high - highBefore) : startValue > 0;
    this.#extreme = this.#isLong ? high : low;
    const start = this.#isLong ? lowBefore : highBefore;
    this.#stop = startValue === 0 ? start : Math.abs(startValue);
    this.#speed = this.#isLong ? this.#long.initial : this.#short.initial;
  }

  /** Takes one candle and the one before it and returns the stop that holds in it. */
  next(highBefore: number, lowBefore: number, high: number, low: number): number {
    const { offset, shortSign } = this.#rules;
    const side = this.#isLong ? 1 : -1;
    const isHit = this.#isLong ? low <= this.#stop : high >= this.#stop;
    let shown = this.#stop;
    if (isHit) {
      this.#isLong = !this.#isLong;
      const turned = this.#within(this.#extreme, highBefore, lowBefore, high, low);
      shown = offset === 0 ? turned : turned + side * turned * offset;
      this.#speed = this.#isLong ? this.#long.initial : this.#short.initial;
      this.#extreme = this.#isLong ? high : low;
    } else {
      const { step, maximum } = this.#isLong ? this.#long : this.#short;
      if (this.#isLong ? high > this.#extreme : low < this.#extreme) {
        this.#extreme = this.#isLong ? high : low;
        this.#speed = Math.min(this.#speed + step, maximum);
      }
    }
    const moved = shown + this.#speed * (this.#extreme - shown);
    this.#stop = this.#within(moved, highBefore, lowBefore, high, low);
    return this.#isLong ? shown : shortSign * shown;
  }

  /** The stop, no closer to the price than both candles reached. */
  #within(stop: number, highBefore: number, lowBefore: number, high: number, low: number): number {
    return this.#isLong ? Math.min(stop, lowBefore, low) : Math.max(stop, highBefore, high);
  }
}
