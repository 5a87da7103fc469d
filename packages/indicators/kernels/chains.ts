// Lines in which each row waits for the one before. `state` holds what a row leaves to the next.

import { HALF, MINUS_ZERO, ONE, QUARTER, TINY } from "./numbers";
import { windowSum } from "./windows";

/** Two exponential averages of one weight at once. */
export function averagePair(
  one: usize,
  other: usize,
  oneOut: usize,
  otherOut: usize,
  rows: i32,
  weight: f64,
  state: usize,
): void {
  const share = f64x2.splat(weight);
  let average = v128.load(state);
  for (const end = one + ((<usize>rows) << 3); one < end; one += 8) {
    const now = v128.load_lane<u64>(other, v128.load64_zero(one), 1);
    average = f64x2.add(average, f64x2.mul(share, f64x2.sub(now, average)));
    v128.store_lane<u64>(oneOut, average, 0);
    v128.store_lane<u64>(otherOut, average, 1);
    other += 8;
    oneOut += 8;
    otherOut += 8;
  }
  v128.store(state, average);
}

/**
 * Sizes of the steps to each row and their sums over windows of `period` rows, in blocks that begin with the first row;
 * the value of the row before it is read.
 */
export function ways(x: usize, step: usize, way: usize, rows: i32, period: i32): void {
  const first = step;
  const sign = f64x2.splat(MINUS_ZERO);
  for (const end = step + ((<usize>rows) << 3); step < end; step += 16) {
    v128.store(step, v128.andnot(f64x2.sub(v128.load(x), v128.load(x - 8)), sign));
    x += 16;
  }
  windowSum(first, way, rows, period);
}

/**
 * Kaufman's adaptive average, two rows from the rests of the two before; `averagesOfWays` in `steps/adaptive.ts` says
 * what is computed, and names the four numbers of the state. `back` are the bytes from each value to the one that its
 * way began with.
 */
export function adaptive(
  x: usize,
  way: usize,
  out: usize,
  rows: i32,
  back: usize,
  slowest: f64,
  fastest: f64,
  state: usize,
): void {
  const one = f64x2.splat(ONE);
  const tiny = f64x2.splat(TINY);
  const sign = f64x2.splat(MINUS_ZERO);
  const least = f64x2.splat(slowest);
  const reach = f64x2.splat(fastest - slowest);
  let rests = v128.load(state);
  let before = rests;
  let lastKept = v128.load64_splat(state, 16);
  let lastLead = v128.load64_splat(state, 24);
  for (; rows > 0; rows -= 2) {
    const whole = v128.load(way);
    const now = v128.load(x);
    const gone = f64x2.sub(now, v128.load(x - back));
    // A way of next to nothing leads straight on, as by a division by 0.
    const divisor = v128.andnot(whole, f64x2.lt(whole, tiny));
    const share = v128.andnot(f64x2.div(gone, divisor), sign);
    const efficiency = f64x2.pmin(one, share);
    const weight = f64x2.add(f64x2.mul(efficiency, reach), least);
    const kept = f64x2.sub(one, f64x2.mul(weight, weight));
    const lead = f64x2.mul(kept, f64x2.sub(now, v128.load(x - 8)));
    const change = f64x2.add(f64x2.mul(kept, following(lastLead, lead)), lead);
    before = rests;
    rests = f64x2.add(f64x2.mul(f64x2.mul(kept, following(lastKept, kept)), rests), change);
    v128.store(out, f64x2.sub(now, rests));
    lastKept = kept;
    lastLead = lead;
    x += 16;
    way += 16;
    out += 16;
  }
  const isOdd = rows < 0;
  v128.store(state, isOdd ? following(before, rests) : rests);
  v128.store(state, isOdd ? lowerOf(lastKept, lastLead) : upperOf(lastKept, lastLead), 16);
}

/** Running sum of volume by the place of the close in its candle, from `sum` on. Returns the last sum. */
export function accumulate(
  high: usize,
  low: usize,
  close: usize,
  volume: usize,
  out: usize,
  rows: i32,
  sum: f64,
): f64 {
  const none = f64x2.splat(0);
  for (; rows > 0; rows -= 2) {
    const top = v128.load(high);
    const bottom = v128.load(low);
    const last = v128.load(close);
    const range = f64x2.sub(top, bottom);
    const place = f64x2.div(f64x2.sub(f64x2.sub(last, bottom), f64x2.sub(top, last)), range);
    const flow = v128.and(f64x2.mul(place, v128.load(volume)), f64x2.gt(range, none));
    sum += f64x2.extract_lane(flow, 0);
    store<f64>(out, sum);
    if (rows === 1) break;
    sum += f64x2.extract_lane(flow, 1);
    store<f64>(out, sum, 8);
    high += 16;
    low += 16;
    close += 16;
    volume += 16;
    out += 16;
  }
  return sum;
}

/** Heikin-Ashi candles; the state is the open and the close of the one before. */
export function heikinAshi(
  open: usize,
  high: usize,
  low: usize,
  close: usize,
  outOpen: usize,
  outHigh: usize,
  outLow: usize,
  outClose: usize,
  rows: i32,
  state: usize,
): void {
  const half = f64x2.splat(HALF);
  const quarter = f64x2.splat(QUARTER);
  let first = v128.load64_zero(state);
  let last = v128.load64_zero(state, 8);
  for (; rows > 0; rows -= 2) {
    const highest = v128.load(high);
    const lowest = v128.load(low);
    const range = f64x2.add(f64x2.add(v128.load(open), highest), lowest);
    const means = f64x2.mul(f64x2.add(range, v128.load(close)), quarter);
    const one = f64x2.mul(f64x2.add(first, last), half);
    const other = f64x2.mul(f64x2.add(one, means), half);
    const middles = lowerOf(one, other);
    v128.store(outOpen, middles);
    v128.store(outClose, means);
    v128.store(outHigh, f64x2.pmax(f64x2.pmax(highest, middles), means));
    v128.store(outLow, f64x2.pmin(f64x2.pmin(lowest, middles), means));
    first = rows === 1 ? one : other;
    last = rows === 1 ? means : upperOf(means, means);
    open += 16;
    high += 16;
    low += 16;
    close += 16;
    outOpen += 16;
    outHigh += 16;
    outLow += 16;
    outClose += 16;
  }
  v128.store_lane<u64>(state, first, 0);
  v128.store_lane<u64>(state, last, 0, 8);
}

/** The lower lanes of both. */
function lowerOf(one: v128, other: v128): v128 {
  return v128.shuffle<f64>(one, other, 0, 2);
}

/** The upper lanes of both. */
function upperOf(one: v128, other: v128): v128 {
  return v128.shuffle<f64>(one, other, 1, 3);
}

/** The upper lane of one and the lower one of the other: rows that begin one row earlier. */
function following(one: v128, other: v128): v128 {
  return v128.shuffle<f64>(one, other, 1, 2);
}

/** A number in the lanes of a vector, whose greater and lesser one is found without a jump. */
function lanes(value: f64): v128 {
  return f64x2.splat(value);
}

/** The number in the first lane. */
function first(value: v128): f64 {
  return f64x2.extract_lane(value, 0);
}

/** One of two numbers, without a jump. */
function chosen(isOne: boolean, one: f64, other: f64): f64 {
  return first(v128.bitselect(lanes(one), lanes(other), i64x2.splat(-(<i64>isOne))));
}

/**
 * Parabolic stop and reverse. `rules` are the first acceleration, the step and the maximum of long positions, those of
 * short ones, the offset of a reversal and the factor of short stops; the state is 1 for a long position, the stop, the
 * extreme, the acceleration, and the high and the low of the row before.
 */
export function parabolic(
  high: usize,
  low: usize,
  out: usize,
  rows: i32,
  rules: usize,
  state: usize,
): void {
  const longInitial = load<f64>(rules);
  const longStep = load<f64>(rules, 8);
  const longMaximum = load<f64>(rules, 16);
  const shortInitial = load<f64>(rules, 24);
  const shortStep = load<f64>(rules, 32);
  const shortMaximum = load<f64>(rules, 40);
  const offset = load<f64>(rules, 48);
  const shortSign = load<f64>(rules, 56);
  let isLong = load<f64>(state) > 0;
  let stop = load<f64>(state, 8);
  let extreme = load<f64>(state, 16);
  let speed = load<f64>(state, 24);
  let highBefore = load<f64>(state, 32);
  let lowBefore = load<f64>(state, 40);
  for (const end = out + ((<usize>rows) << 3); out < end; out += 8) {
    const top = load<f64>(high);
    const bottom = load<f64>(low);
    let shown = stop;
    // Which side it is changes seldom; whether an extreme is new is no jump.
    if (isLong) {
      if (bottom <= stop) {
        isLong = false;
        shown = max(max(extreme, highBefore), top) * (1 + offset);
        extreme = bottom;
        speed = shortInitial;
      } else {
        const faster = first(f64x2.pmin(lanes(longMaximum), lanes(speed + longStep)));
        speed = chosen(top > extreme, faster, speed);
        extreme = first(f64x2.pmax(lanes(extreme), lanes(top)));
      }
    } else if (top >= stop) {
      isLong = true;
      shown = min(min(extreme, lowBefore), bottom) * (1 - offset);
      extreme = top;
      speed = longInitial;
    } else {
      const faster = first(f64x2.pmin(lanes(shortMaximum), lanes(speed + shortStep)));
      speed = chosen(bottom < extreme, faster, speed);
      extreme = first(f64x2.pmin(lanes(extreme), lanes(bottom)));
    }
    stop = shown + speed * (extreme - shown);
    if (isLong) {
      stop = first(f64x2.pmin(f64x2.pmin(lanes(stop), lanes(lowBefore)), lanes(bottom)));
      store<f64>(out, shown);
    } else {
      stop = first(f64x2.pmax(f64x2.pmax(lanes(stop), lanes(highBefore)), lanes(top)));
      store<f64>(out, shortSign * shown);
    }
    highBefore = top;
    lowBefore = bottom;
    high += 8;
    low += 8;
  }
  store<f64>(state, isLong ? 1 : 0);
  store<f64>(state, stop, 8);
  store<f64>(state, extreme, 16);
  store<f64>(state, speed, 24);
  store<f64>(state, highBefore, 32);
  store<f64>(state, lowBefore, 40);
}

/**
 * Means of the values over the whole length of each row's cycle, up to the number of rows that there are: `seen` before
 * the first one, one more for each row. 0 for a length of nothing, NaN for one that is no number.
 */
export function cycleMeans(x: usize, lengths: usize, out: usize, rows: i32, seen: i32): void {
  for (const end = out + ((<usize>rows) << 3); out < end; out += 8) {
    seen++;
    const cycle = floor(load<f64>(lengths) + 0.5);
    if (isNaN(cycle)) {
      store<f64>(out, NaN);
    } else {
      const count = min(<i32>cycle, seen);
      const last = x + 8;
      let at = last - ((<usize>count) << 3);
      let ab = f64x2.splat(0);
      let cd = f64x2.splat(0);
      for (; at + 24 < last; at += 32) {
        ab = f64x2.add(ab, v128.load(at));
        cd = f64x2.add(cd, v128.load(at, 16));
      }
      let a = f64x2.extract_lane(ab, 0);
      for (; at < last; at += 8) a += load<f64>(at);
      const sum =
        a + f64x2.extract_lane(ab, 1) + (f64x2.extract_lane(cd, 0) + f64x2.extract_lane(cd, 1));
      store<f64>(out, cycle > 0 ? sum / cycle : 0);
    }
    x += 8;
    lengths += 8;
  }
}
