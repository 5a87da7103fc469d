// Indices stay within the rings, so `!` on array reads only satisfies the type checker.

import { DominantCycle } from "./dominant-cycle.ts";

const DEGREES = 180 / Math.PI;
/** Longest cycle in rows, and the size of the rings. */
const LONGEST_CYCLE = 50;

/** Sines and cosines of one cycle of each whole length. */
const TURNS = Array.from({ length: LONGEST_CYCLE + 1 }, (_, length) => {
  const angles = Float64Array.from({ length }, (_unused, k) => (k * 2 * Math.PI) / length);
  return { sines: angles.map(Math.sin), cosines: angles.map(Math.cos) };
});

/** The last values of a line, newest first. */
class Recent {
  readonly #ring = new Float64Array(LONGEST_CYCLE);
  #place = 0;

  add(value: number): void {
    this.#place = this.#place === 0 ? LONGEST_CYCLE - 1 : this.#place - 1;
    this.#ring[this.#place] = value;
  }

  /** The value `age` rows ago; 0 before there was one. */
  at(age: number): number {
    const place = this.#place + age;
    return this.#ring[place < LONGEST_CYCLE ? place : place - LONGEST_CYCLE]!;
  }
}

/** Parts of a cycle's measure, each of which costs a sum over the cycle in every row. */
export type CyclePart = "phase" | "trendline";

/** Phase of the dominant cycle and the price without that cycle, row by row. */
export class CyclePhase {
  /** Phase in degrees, -45 to 315; 0 unless it is measured; NaN since a price was no number. */
  phase = 0;
  /** Price averaged over the dominant cycle, and smoothed; 0 unless it is measured; NaN since a price was no number. */
  trendline = 0;
  /** Measure of the cycle's length. */
  readonly cycle: DominantCycle = new DominantCycle();
  readonly #smoothed = new Recent();
  readonly #prices = new Recent();
  #trend1 = 0;
  #trend2 = 0;
  #trend3 = 0;
  readonly #hasPhase: boolean;
  readonly #hasTrendline: boolean;

  constructor(parts: readonly CyclePart[]) {
    this.#hasPhase = parts.includes("phase");
    this.#hasTrendline = parts.includes("trendline");
  }

  /** Remembers a price before the first smoothed price is measured. */
  wait(price: number): void {
    this.#prices.add(price);
  }

  /** Adds a price and its smoothed price, both at an index. */
  next(prices: Float64Array, smoothed: Float64Array, at: number): void {
    this.cycle.next(smoothed, at);
    this.#smoothed.add(smoothed[at]!);
    this.#prices.add(prices[at]!);
    const { smoothPeriod } = this.cycle;
    const length = Math.floor(smoothPeriod + 0.5);
    if (Number.isNaN(length)) {
      this.phase = NaN;
      this.trendline = NaN;
      return;
    }
    if (this.#hasPhase) this.#setPhase(length, smoothPeriod);
    if (this.#hasTrendline) this.#setTrendline(length);
  }

  #setPhase(length: number, smoothPeriod: number): void {
    const { sines, cosines } = TURNS[length]!;
    let real = 0;
    let imaginary = 0;
    for (let k = 0; k < length; k++) {
      const value = this.#smoothed.at(k);
      real += sines[k]! * value;
      imaginary += cosines[k]! * value;
    }
    let { phase } = this;
    if (imaginary !== 0) phase = Math.atan(real / imaginary) * DEGREES;
    else if (real !== 0) phase += real < 0 ? -90 : 90;
    phase += 90;
    phase += 360 / smoothPeriod;
    if (imaginary < 0) phase += 180;
    this.phase = phase > 315 ? phase - 360 : phase;
  }

  #setTrendline(length: number): void {
    let sum = 0;
    for (let k = 0; k < length; k++) sum += this.#prices.at(k);
    const mean = length > 0 ? sum / length : sum;
    this.trendline = (4 * mean + 3 * this.#trend1 + 2 * this.#trend2 + this.#trend3) / 10;
    this.#trend3 = this.#trend2;
    this.#trend2 = this.#trend1;
    this.#trend1 = mean;
  }
}
