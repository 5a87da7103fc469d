/**
 * A random path of a price that can be read at any second in any order.
 *
 * Time is cut into blocks of 4096 minutes (2.8 days). From block to block the logarithm of the price walks,
 * drawn back slowly to its base, with a drift and a volatility that belong to the block's regime. Inside a block
 * the path is a Brownian bridge between the two ends, refined by halves down to the minute; each middle is drawn
 * by its place, never by how it was reached. So a minute has one price, whatever was asked before. Inside a minute the
 * bridge goes on down to the second, but nothing of it is kept.
 */

import { noiseNormal, noiseUniform } from "./noise.ts";

const BLOCK = 4_096;
/** Fraction of its distance to the base that the walk loses in a block: half of it in about 130 days. */
const REVERSION = 0.015;
/** The walk stays within exp(±3) of the base. */
const BOUND = 3;

interface Regime {
  /** Drift of the logarithm per block. */
  readonly drift: number;
  /** Standard deviation of the logarithm per square root of a minute. */
  readonly volatility: number;
}

const REGIMES: readonly Regime[] = [
  { drift: 0, volatility: 0.0004 },
  { drift: 0.03, volatility: 0.0007 },
  { drift: -0.03, volatility: 0.0008 },
  { drift: 0, volatility: 0.0016 },
];

/** The path of one symbol. Holds eight bytes for each block since 1970: 60 kB in 2026. */
export interface PricePath {
  /**
   * Logarithm of price over base at a whole second, in minutes since the epoch, ≥ 0. O(log block), amortised O(1) in
   * order.
   */
  at(minute: number): number;
  /** Volatility per square root of a minute in the block of this minute. */
  volatilityAt(minute: number): number;
}

export function createPricePath(key: number): PricePath {
  const ends = [0];
  const regimes: Regime[] = [];
  let block = -1;
  const inside = new Float64Array(BLOCK + 1);

  function extendTo(last: number): void {
    while (ends.length <= last + 1) {
      const index = regimes.length;
      const regime = regimeOf(key, index, regimes[index - 1]);
      const step = regime.drift + regime.volatility * 64 * noiseNormal(key, index, BLOCK + 1);
      const end = ends[index]! * (1 - REVERSION) + step;
      regimes.push(regime);
      ends.push(Math.max(-BOUND, Math.min(BOUND, end)));
    }
  }

  function open(index: number): void {
    extendTo(index);
    block = index;
    inside.fill(Number.NaN);
    inside[0] = ends[index]!;
    inside[BLOCK] = ends[index + 1]!;
  }

  return {
    at(minute) {
      const seconds = Math.round(minute * 60);
      const second = seconds % 60;
      const whole = (seconds - second) / 60;
      if (second === 0) return atMinute(whole);
      const volatility = this.volatilityAt(whole);
      return withinMinute(key, whole, second, [atMinute(whole), atMinute(whole + 1)], volatility);
    },
    volatilityAt(minute) {
      const index = Math.floor(minute / BLOCK);
      extendTo(index);
      return regimes[index]!.volatility;
    },
  };

  function atMinute(minute: number): number {
    const index = Math.floor(minute / BLOCK);
    if (index !== block) open(index);
    const volatility = regimes[index]!.volatility;
    const offset = minute - index * BLOCK;
    let low = 0;
    let high = BLOCK;
    while (offset !== low && offset !== high) {
      const middle = (low + high) >>> 1;
      // Each middle is computed once while its block is open; NaN marks the ones not yet drawn.
      if (Number.isNaN(inside[middle])) {
        const spread = (volatility * Math.sqrt(high - low)) / 2;
        inside[middle] =
          (inside[low]! + inside[high]!) / 2 + spread * noiseNormal(key, index, middle);
      }
      if (offset < middle) high = middle;
      else low = middle;
    }
    return inside[offset]!;
  }
}

/** The path at a second of a minute between its two ends. */
function withinMinute(
  key: number,
  minute: number,
  second: number,
  ends: readonly [number, number],
  volatility: number,
): number {
  let [before, after] = ends;
  let low = 0;
  let high = 60;
  for (;;) {
    const middle = (low + high) >>> 1;
    const share = (middle - low) / (high - low);
    const spread = volatility * Math.sqrt((share * (high - middle)) / 60);
    const value =
      before + share * (after - before) + spread * noiseNormal(key, minute, BLOCK + 3 + middle);
    if (second === middle) return value;
    if (second < middle) [high, after] = [middle, value];
    else [low, before] = [middle, value];
  }
}

/** A regime lasts four blocks on average, eleven days. */
function regimeOf(key: number, block: number, before: Regime | undefined): Regime {
  const draw = noiseUniform(key, block, BLOCK + 2);
  if (before !== undefined && draw < 0.75) return before;
  return REGIMES[Math.floor(noiseUniform(key, block, BLOCK + 3) * REGIMES.length)]!;
}
