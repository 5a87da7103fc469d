// Rings are read within their length, so `!` only satisfies the type checker.

import type { Line, Plan } from "../flow/plan.ts";

const DEGREES = 180 / Math.PI;

/** Weights of the Hilbert transform's taps. */
const OUTER = 0.0962;
const INNER = 0.5769;

/** Rows that the rings hold: a power of two, for the deepest tap lies six rows back. */
const RING = 8;
const LAST = RING - 1;

/** The last values of a signal, each every other of which the transform reads. */
class Taps {
  readonly #ring = new Float64Array(RING);

  /** Sets the present value and returns the signal turned by a quarter of its cycle. */
  turned(value: number, place: number, gain: number): number {
    const ring = this.#ring;
    ring[place & LAST] = value;
    const outer = OUTER * value - OUTER * ring[(place - 6) & LAST]!;
    return (outer - INNER * ring[(place - 4) & LAST]! + INNER * ring[(place - 2) & LAST]!) * gain;
  }
}

/** Homodyne discriminator (Ehlers, Rocket Science for Traders, 2001): measures the length of the dominant cycle. */
export class DominantCycle {
  /** In-phase part of the present row. */
  inPhase = 0;
  /** Quadrature part of the present row. */
  quadrature = 0;
  /** Smoothed length of the cycle in rows. */
  smoothPeriod = 0;
  #period = 0;
  #place = 0;
  readonly #smooth = new Taps();
  readonly #detrended = new Taps();
  readonly #inPhases = new Taps();
  readonly #quadratures = new Taps();
  readonly #detrenders = new Float64Array(RING);
  #real = 0;
  #imaginary = 0;
  #i2 = 0;
  #q2 = 0;

  /** Adds the next smoothed price, at an index: a number that is handed over is put into an object first. */
  next(prices: Float64Array, at: number): void {
    const smoothed = prices[at]!;
    const place = this.#place++;
    const before = this.#period;
    const gain = 0.075 * before + 0.54;
    const detrender = this.#smooth.turned(smoothed, place, gain);
    this.#detrenders[place & LAST] = detrender;
    const quadrature = this.#detrended.turned(detrender, place, gain);
    const inPhase = this.#detrenders[(place - 3) & LAST]!;
    const turnedInPhase = this.#inPhases.turned(inPhase, place, gain);
    const turnedQuadrature = this.#quadratures.turned(quadrature, place, gain);
    const q2 = 0.2 * (quadrature + turnedInPhase) + 0.8 * this.#q2;
    const i2 = 0.2 * (inPhase - turnedQuadrature) + 0.8 * this.#i2;
    this.#real = 0.2 * (i2 * this.#i2 + q2 * this.#q2) + 0.8 * this.#real;
    this.#imaginary = 0.2 * (i2 * this.#q2 - q2 * this.#i2) + 0.8 * this.#imaginary;
    this.#q2 = q2;
    this.#i2 = i2;
    let period = before;
    if (this.#imaginary !== 0 && this.#real !== 0) {
      period = 360 / (Math.atan(this.#imaginary / this.#real) * DEGREES);
    }
    if (period > 1.5 * before) period = 1.5 * before;
    if (period < 0.67 * before) period = 0.67 * before;
    if (period < 6) period = 6;
    else if (period > 50) period = 50;
    this.#period = 0.2 * period + 0.8 * before;
    this.smoothPeriod = 0.33 * this.#period + 0.67 * this.smoothPeriod;
    this.inPhase = inPhase;
    this.quadrature = quadrature;
  }
}

/**
 * The price that the cycle is measured on: (4 × now + 3 × one before + 2 × two before + three before) / 10.
 *
 * The sums run on, added and taken off in TA-Lib's order: where prices stand still, their last bits decide the phase.
 */
export function smoothedPrice(plan: Plan, line: Line): Line {
  return plan.step([line], 3, (out) => {
    const x = line.values;
    const state = { plain: 0, weighted: 0, leaving: 0 };
    return (from, to, seen) => {
      let { plain, weighted, leaving } = state;
      let i = from;
      for (let row = seen; row < 3 && i < to; row++, i++) {
        plain += x[i]!;
        weighted += x[i]! * (row + 1);
      }
      for (; i < to; i++) {
        plain += x[i]!;
        plain -= leaving;
        weighted += x[i]! * 4;
        leaving = x[i - 3]!;
        out[i] = weighted * 0.1;
        weighted -= plain;
      }
      state.plain = plain;
      state.weighted = weighted;
      state.leaving = leaving;
    };
  });
}

/** Rows of the smoothed price that only fill its average: those of indicators that begin on row 32, and on row 63. */
export const IDLE = { early: 9, late: 34 } as const;
/** Rows from the first smoothed price to the first value that is shown. */
export const WAIT = { early: 29, late: 60 } as const;
