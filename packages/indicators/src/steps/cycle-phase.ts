// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.

import type { Line, Plan } from "../flow/plan.ts";
import { dominantCycle, IDLE, smoothedPrice, WAIT } from "./dominant-cycle.ts";
import { addressOf } from "./kernel-spans.ts";

const DEGREES = 180 / Math.PI;
/** Longest cycle in rows. */
export const LONGEST_CYCLE = 50;

/** Sines and cosines of one cycle of each whole length. */
const TURNS = Array.from({ length: LONGEST_CYCLE + 1 }, (_, length) => {
  const angles = Float64Array.from({ length }, (_unused, k) => (k * 2 * Math.PI) / length);
  return { sines: angles.map(Math.sin), cosines: angles.map(Math.cos) };
});

/** Parts of a cycle's measure, each of which costs a sum over the cycle in every row. */
export type CyclePart = "phase" | "trendline";

/** Lines that the phase of a cycle is measured on. */
export interface CycleLines {
  readonly price: Line;
  /** Smoothed price; its rows before the first measure count as 0. */
  readonly smooth: Line;
  /** Smoothed length of the cycle in rows. */
  readonly smoothPeriod: Line;
}

/** Lines of the cycle of a price, for indicators that begin late. */
export function cycleLines(plan: Plan, price: Line): CycleLines {
  const smooth = smoothedPrice(plan, price);
  const { smoothPeriod } = dominantCycle(plan, smooth, IDLE.late);
  plan.look(LONGEST_CYCLE);
  return { price, smooth, smoothPeriod };
}

/** Phase of the dominant cycle and the price without that cycle, row by row. */
export class CyclePhase {
  /** Phase in degrees, -45 to 315; 0 unless it is measured; NaN since a price was no number. */
  phase = 0;
  /** Price averaged over the dominant cycle, and smoothed; 0 unless it is measured; NaN since a price was no number. */
  trendline = 0;
  readonly #prices: Float64Array;
  readonly #smoothed: Float64Array;
  readonly #periods: Float64Array;
  /** Rows of the price before the first row that is measured. */
  readonly #before: number;
  #trend1 = 0;
  #trend2 = 0;
  #trend3 = 0;
  readonly #hasPhase: boolean;
  readonly #hasTrendline: boolean;

  constructor({ price, smooth, smoothPeriod }: CycleLines, parts: readonly CyclePart[]) {
    this.#prices = price.values;
    this.#smoothed = smooth.values;
    this.#periods = smoothPeriod.values;
    this.#before = smoothPeriod.begin - price.begin;
    this.#hasPhase = parts.includes("phase");
    this.#hasTrendline = parts.includes("trendline");
  }

  /** Measures the row at an index, before which `seen` rows have been measured. */
  next(at: number, seen: number): void {
    const length = Math.floor(this.#periods[at]! + 0.5);
    if (Number.isNaN(length)) {
      this.phase = NaN;
      this.trendline = NaN;
      return;
    }
    if (this.#hasPhase) this.#setPhase(at, length, Math.min(length, seen + 1));
    if (this.#hasTrendline) {
      this.#setTrendline(at, length, Math.min(length, seen + 1 + this.#before));
    }
  }

  /** The phase over the last `length` rows, of which `rows` are there. */
  #setPhase(at: number, length: number, rows: number): void {
    const { sines, cosines } = TURNS[length]!;
    const smoothed = this.#smoothed;
    let real = 0;
    let imaginary = 0;
    for (let k = 0; k < rows; k++) {
      const value = smoothed[at - k]!;
      real += sines[k]! * value;
      imaginary += cosines[k]! * value;
    }
    let { phase } = this;
    if (imaginary !== 0) phase = Math.atan(real / imaginary) * DEGREES;
    else if (real !== 0) phase += real < 0 ? -90 : 90;
    phase += 90;
    phase += 360 / this.#periods[at]!;
    if (imaginary < 0) phase += 180;
    this.phase = phase > 315 ? phase - 360 : phase;
  }

  /** The trendline over the last `length` rows, of which `rows` are there. */
  #setTrendline(at: number, length: number, rows: number): void {
    const prices = this.#prices;
    // Four sums, so that one does not wait for the other.
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    let i = (at - rows + 1) & 0x3fffffff;
    const end = (at + 1) & 0x3fffffff;
    for (; i < end - 3; i += 4) {
      a += prices[i]!;
      b += prices[i + 1]!;
      c += prices[i + 2]!;
      d += prices[i + 3]!;
    }
    for (; i < end; i++) a += prices[i]!;
    const sum = a + b + (c + d);
    const mean = length > 0 ? sum / length : 0;
    this.trendline = (4 * mean + 3 * this.#trend1 + 2 * this.#trend2 + this.#trend3) / 10;
    this.#trend3 = this.#trend2;
    this.#trend2 = this.#trend1;
    this.#trend1 = mean;
  }
}

/** The price without its cycle, as the `trendline` of {@link CyclePhase}, with kernels. */
export function trendlineOf(plan: Plan, { price, smoothPeriod }: CycleLines): Line {
  const before = smoothPeriod.begin - price.begin;
  const means = plan.step([price, smoothPeriod], 0, (out) => {
    const kernels = plan.kernels(LONGEST_CYCLE)!; // its callers have them
    const [x, periods] = [price.values, smoothPeriod.values];
    return (from, to, seen) => {
      const [prices, lengths] = [addressOf(x, from), addressOf(periods, from)];
      kernels.cycleMeans(prices, lengths, addressOf(out, from), to - from, seen + before);
    };
  });
  return plan.step([means], WAIT.late, (out) => {
    const x = means.values;
    plan.look(3);
    return (from, to, seen) => {
      const mean = (i: number, back: number): number => (i - from + seen < back ? 0 : x[i - back]!);
      let i = from & 0x3fffffff;
      const end = to & 0x3fffffff;
      for (const whole = from + 3 - seen; i < whole && i < end; i++) {
        out[i] = (4 * x[i]! + 3 * mean(i, 1) + 2 * mean(i, 2) + mean(i, 3)) / 10;
      }
      for (; i < end; i++) {
        out[i] = (4 * x[i]! + 3 * x[i - 1]! + 2 * x[i - 2]! + x[i - 3]!) / 10;
      }
    };
  });
}
