// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.

import type { Line, Plan } from "../flow/plan.ts";

/** A whole turn in radians. */
const TURN = 2 * Math.PI;

/** Weights of the Hilbert transform's taps. */
const OUTER = 0.0962;
const INNER = 0.5769;

/**
 * A signal without its trend, before the gain of the Hilbert transform: its taps in TA-Lib's order, for where prices
 * stand still, the last bits decide.
 */
function trendlessOf(now: number, signal: Float64Array, i: number): number {
  const outer = OUTER * now - OUTER * signal[i - 6]!;
  return outer - INNER * signal[i - 4]! + INNER * signal[i - 2]!;
}

/**
 * Signal turned by a quarter of its cycle, before its gain: the Hilbert transform at a row. `now` is the signal there:
 * what has just been written takes a while to be read again. It is added last, for it is known last.
 */
function turned(now: number, signal: Float64Array, i: number): number {
  const before = INNER * signal[i - 2]! - INNER * signal[i - 4]! - OUTER * signal[i - 6]!;
  return OUTER * now + before;
}

/** Measure of the dominant cycle, row by row. */
export interface DominantCycle {
  /** Smoothed length of the cycle in rows. */
  readonly smoothPeriod: Line;
  /** In-phase part of the price. */
  readonly inPhase: Line;
  /** Quadrature part of the price. */
  readonly quadrature: Line;
}

/**
 * Homodyne discriminator (Ehlers, Rocket Science for Traders, 2001): measures the length of the dominant cycle of a
 * smoothed price, whose first `idle` rows count as 0 and give no value.
 *
 * All signals are lines, whose last rows are read where they are, and the rest is kept in locals: state of an object
 * that is read and written back for each row takes a fifth longer. What a sum waits for longest is added last: in
 * TA-Lib's order a row takes a sixth longer.
 */
export function dominantCycle(plan: Plan, smooth: Line, idle: number): DominantCycle {
  const [smoothPeriod, inPhase, quadrature] = plan.group([smooth], idle, 5, (outs) => {
    const [periods, inPhases, quadratures, detrended, fed] = outs as [
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    const x = smooth.values;
    const state = { period: 0, smoothPeriod: 0, real: 0, imaginary: 0, i2: 0, q2: 0 };
    return (from, to, seen) => {
      const start = Math.min(to, from + Math.max(0, idle - seen));
      if (start > from) for (const line of outs) line.fill(0, from, start);
      let { period, smoothPeriod: smoothed, real, imaginary, i2, q2 } = state;
      for (let i = start & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) {
        const price = x[i]!;
        const gain = 0.075 * period + 0.54;
        const trendless = trendlessOf(price, fed, i) * gain;
        const quadrature = turned(trendless, detrended, i) * gain;
        const inPhase = detrended[i - 3]!;
        const turnedInPhase = turned(inPhase, inPhases, i) * gain;
        const turnedQuadrature = turned(quadrature, quadratures, i) * gain;
        fed[i] = price;
        detrended[i] = trendless;
        quadratures[i] = quadrature;
        inPhases[i] = inPhase;
        const i2Before = i2;
        const q2Before = q2;
        q2 = 0.2 * (quadrature + turnedInPhase) + 0.8 * q2Before;
        i2 = 0.2 * inPhase + 0.8 * i2Before - 0.2 * turnedQuadrature;
        real = 0.2 * i2Before * i2 + (0.2 * q2Before * q2 + 0.8 * real);
        imaginary = 0.2 * q2Before * i2 + (0.8 * imaginary - 0.2 * i2Before * q2);
        const before = period;
        if (imaginary !== 0 && real !== 0) period = TURN / Math.atan(imaginary / real);
        if (period > 1.5 * before) period = 1.5 * before;
        if (period < 0.67 * before) period = 0.67 * before;
        if (period < 6) period = 6;
        else if (period > 50) period = 50;
        period = 0.2 * period + 0.8 * before;
        smoothed = 0.33 * period + 0.67 * smoothed;
        periods[i] = smoothed;
      }
      state.period = period;
      state.smoothPeriod = smoothed;
      state.real = real;
      state.imaginary = imaginary;
      state.i2 = i2;
      state.q2 = q2;
    };
  });
  return { smoothPeriod: smoothPeriod!, inPhase: inPhase!, quadrature: quadrature! };
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
      let i = from & 0x3fffffff;
      const end = to & 0x3fffffff;
      for (let row = seen; row < 3 && i < end; row++, i++) {
        plain += x[i]!;
        weighted += x[i]! * (row + 1);
      }
      for (; i < end; i++) {
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
/** Rows from the first measure of the cycle to the first value that is shown. */
export const WAIT = { early: 20, late: 26 } as const;
