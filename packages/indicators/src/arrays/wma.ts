// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

import { checkPeriod, firstValue, outputFor } from "./window.ts";

/**
 * Linearly weighted moving average: weight 1 for the oldest of `period` values, `period` for the newest.
 *
 * NaN until `period` values are there; leading NaN of `values` count as warm-up. O(n) for any period. Each window is
 * summed afresh as distances from one of its own values, so that a huge value leaves no trace once it has left the
 * window, and a window of one repeated value gives exactly that value. `out` is written to and returned instead of a
 * new array.
 *
 * @throws IndicatorError OPTIONS_INVALID: a period that is not a whole number of at least 1, an `out` of another length
 */
export function wma(values: Float64Array, period: number, out?: Float64Array): Float64Array {
  checkPeriod("wma", "period", period);
  const result = outputFor("wma", values, out);
  const length = values.length;
  const first = firstValue(values);
  result.fill(NaN, 0, Math.min(length, first + period - 1));
  const scale = 2 / (period * (period + 1));
  // Blocks as in `sma`: the tail of one with weights from 1 on, the head of the next with those up to `period`.
  let block = slideBlocks(values, period, scale, first, result);
  for (; block + period <= length; block += period) {
    const last = block + period - 1;
    const stop = Math.min(last + period, length);
    const base = values[last]!;
    let tail = 0;
    let weighted = 0;
    let i = last;
    let end = last + period - 1;
    for (; end >= stop; end--, i--) {
      tail += values[i]! - base;
      weighted += tail;
    }
    for (; end > last; end--, i--) {
      tail += values[i]! - base;
      weighted += tail;
      result[end] = weighted;
    }
    tail += values[block]! - base;
    result[last] = base + (weighted + tail) * scale;
    let head = 0;
    weighted = 0;
    for (i = last + 1; i < stop; i++) {
      const distance = values[i]! - base;
      weighted += period * distance - head;
      head += distance;
      result[i] = base + (result[i]! + weighted) * scale;
    }
  }
  return result;
}

/**
 * All blocks but the last two or three, each with one loop for the head of its windows and for its own tails, which
 * wait for nothing of each other. Gives the block where the plain loops, which have the same bits, are to go on.
 */
function slideBlocks(
  values: Float64Array,
  period: number,
  scale: number,
  first: number,
  result: Float64Array,
): number {
  if (first + 3 * period > values.length) return first;
  let base = values[first + period - 1]!;
  let tail = 0;
  let tailWeighted = 0;
  for (let i = first + period - 1, end = i + period - 1; i > first; i--, end--) {
    tail += values[i]! - base;
    tailWeighted += tail;
    result[end] = tailWeighted;
  }
  tail += values[first]! - base;
  result[first + period - 1] = base + (tailWeighted + tail) * scale;
  let block = first + period;
  for (; block + 2 * period <= values.length; block += period) {
    const last = block + period - 1;
    const next = values[last]!;
    let head = 0;
    let headWeighted = 0;
    tail = 0;
    tailWeighted = 0;
    for (let i = block, j = last, end = last + period - 1; i < last; i++, j--, end--) {
      const distance = values[i]! - base;
      headWeighted += period * distance - head;
      head += distance;
      tail += values[j]! - next;
      tailWeighted += tail;
      result[i] = base + (result[i]! + headWeighted) * scale;
      result[end] = tailWeighted;
    }
    tail += values[block]! - next;
    result[last] = next + (tailWeighted + tail) * scale;
    base = next;
  }
  return block - period;
}
