// Rows in which a rare candle pattern may end: numbers of rows in a list of 32-bit integers. A row that may be one is
// written and counted, any other one is written over: there is no jump that could be guessed wrong.

/** Writes those of two rows that are marked and returns the length of the list. */
function listed(list: usize, length: i32, row: i32, marks: v128, left: i32): i32 {
  const bits = i64x2.bitmask(marks) & (left === 1 ? 1 : 3);
  store<i32>(list + ((<usize>length) << 2), row);
  length += bits & 1;
  store<i32>(list + ((<usize>length) << 2), row + 1);
  return length + (bits >> 1);
}

/** Rows whose two candles before have bodies with a gap between them. `row` is the number of the first row. */
export function gaps(open: usize, close: usize, list: usize, rows: i32, row: i32): i32 {
  let length = 0;
  for (; rows > 0; rows -= 2) {
    const first = v128.load(open - 16);
    const last = v128.load(close - 16);
    const nextFirst = v128.load(open - 8);
    const nextLast = v128.load(close - 8);
    const isAbove = f64x2.gt(f64x2.pmin(nextFirst, nextLast), f64x2.pmax(first, last));
    const isBelow = f64x2.lt(f64x2.pmax(nextFirst, nextLast), f64x2.pmin(first, last));
    length = listed(list, length, row, v128.or(isAbove, isBelow), rows);
    open += 16;
    close += 16;
    row += 2;
  }
  return length;
}

/**
 * Rows with an opposite body from that of the candle before into the gap before it, as in a Tasuki gap. `row` is the
 * number of the first row.
 */
export function fillingBodies(open: usize, close: usize, list: usize, rows: i32, row: i32): i32 {
  let length = 0;
  for (; rows > 0; rows -= 2) {
    const o0 = v128.load(open);
    const o1 = v128.load(open - 8);
    const o2 = v128.load(open - 16);
    const c0 = v128.load(close);
    const c1 = v128.load(close - 8);
    const c2 = v128.load(close - 16);
    const isAfterRise = v128.and(
      v128.and(f64x2.ge(c1, o1), f64x2.gt(o1, f64x2.pmax(o2, c2))),
      v128.and(
        v128.and(f64x2.lt(o0, c1), f64x2.gt(o0, o1)),
        v128.and(f64x2.lt(c0, o1), f64x2.gt(c0, f64x2.pmax(o2, c2))),
      ),
    );
    const isAfterFall = v128.and(
      v128.and(f64x2.lt(c1, o1), f64x2.lt(o1, f64x2.pmin(o2, c2))),
      v128.and(
        v128.and(f64x2.lt(o0, o1), f64x2.gt(o0, c1)),
        v128.and(f64x2.gt(c0, o1), f64x2.lt(c0, f64x2.pmin(o2, c2))),
      ),
    );
    length = listed(list, length, row, v128.or(isAfterRise, isAfterFall), rows);
    open += 16;
    close += 16;
    row += 2;
  }
  return length;
}

/** Rows with a rising body after another one, both beyond the body before. `row` is the number of the first row. */
export function risingPairs(open: usize, close: usize, list: usize, rows: i32, row: i32): i32 {
  let length = 0;
  for (; rows > 0; rows -= 2) {
    const o0 = v128.load(open);
    const o1 = v128.load(open - 8);
    const c0 = v128.load(close);
    const c1 = v128.load(close - 8);
    const top = f64x2.pmax(v128.load(open - 16), v128.load(close - 16));
    const bottom = f64x2.pmin(v128.load(open - 16), v128.load(close - 16));
    const isRising = v128.and(f64x2.ge(c0, o0), f64x2.ge(c1, o1));
    const isBeyond = v128.or(
      v128.and(f64x2.gt(o0, top), f64x2.gt(o1, top)),
      v128.and(f64x2.lt(c0, bottom), f64x2.lt(c1, bottom)),
    );
    length = listed(list, length, row, v128.and(isRising, isBeyond), rows);
    open += 16;
    close += 16;
    row += 2;
  }
  return length;
}

/** Rows whose high and low are both higher or both lower than those of the candle before, an inside one. */
export function falseBreaks(high: usize, low: usize, list: usize, rows: i32, row: i32): i32 {
  let length = 0;
  for (; rows > 0; rows -= 2) {
    const top = v128.load(high);
    const topBefore = v128.load(high - 8);
    const bottom = v128.load(low);
    const bottomBefore = v128.load(low - 8);
    const isInside = v128.and(
      f64x2.lt(topBefore, v128.load(high - 16)),
      f64x2.gt(bottomBefore, v128.load(low - 16)),
    );
    const isLower = v128.and(f64x2.lt(top, topBefore), f64x2.lt(bottom, bottomBefore));
    const isHigher = v128.and(f64x2.gt(top, topBefore), f64x2.gt(bottom, bottomBefore));
    length = listed(list, length, row, v128.and(isInside, v128.or(isLower, isHigher)), rows);
    high += 16;
    low += 16;
    row += 2;
  }
  return length;
}

/** Rows that end three falling bodies. `row` is the number of the first row. */
export function blackTriples(open: usize, close: usize, list: usize, rows: i32, row: i32): i32 {
  let length = 0;
  for (; rows > 0; rows -= 2) {
    const falls = f64x2.lt(v128.load(close), v128.load(open));
    const fell = f64x2.lt(v128.load(close - 8), v128.load(open - 8));
    const fellBefore = f64x2.lt(v128.load(close - 16), v128.load(open - 16));
    length = listed(list, length, row, v128.and(falls, v128.and(fell, fellBefore)), rows);
    open += 16;
    close += 16;
    row += 2;
  }
  return length;
}

/** Rows whose candle has the other colour than the three before and a body over those of all of them. */
export function strikes(open: usize, close: usize, list: usize, rows: i32, row: i32): i32 {
  let length = 0;
  for (; rows > 0; rows -= 2) {
    const o0 = v128.load(open);
    const o3 = v128.load(open - 24);
    const c0 = v128.load(close);
    const c1 = v128.load(close - 8);
    const c2 = v128.load(close - 16);
    const c3 = v128.load(close - 24);
    const isWhite = f64x2.ge(c1, v128.load(open - 8));
    const isOther = v128.xor(f64x2.ge(c0, o0), isWhite);
    const isMixed = v128.or(
      v128.xor(f64x2.ge(c2, v128.load(open - 16)), isWhite),
      v128.xor(f64x2.ge(c3, o3), isWhite),
    );
    const rises = v128.and(
      v128.and(f64x2.gt(c1, c2), f64x2.gt(c2, c3)),
      v128.and(f64x2.gt(o0, c1), f64x2.lt(c0, o3)),
    );
    const falls = v128.and(
      v128.and(f64x2.lt(c1, c2), f64x2.lt(c2, c3)),
      v128.and(f64x2.lt(o0, c1), f64x2.gt(c0, o3)),
    );
    const isBeyond = v128.bitselect(rises, falls, isWhite);
    const marks = v128.and(v128.andnot(isOther, isMixed), isBeyond);
    length = listed(list, length, row, marks, rows);
    open += 16;
    close += 16;
    row += 2;
  }
  return length;
}

/**
 * Rows that close beyond the open of the candle two before, against its colour, after a body within its body. `row` is
 * the number of the first row.
 */
export function confirmedInsides(open: usize, close: usize, list: usize, rows: i32, row: i32): i32 {
  let length = 0;
  for (; rows > 0; rows -= 2) {
    const o0 = v128.load(open);
    const o1 = v128.load(open - 8);
    const o2 = v128.load(open - 16);
    const c0 = v128.load(close);
    const c1 = v128.load(close - 8);
    const c2 = v128.load(close - 16);
    const isInside = v128.and(
      f64x2.lt(f64x2.pmax(o1, c1), f64x2.pmax(o2, c2)),
      f64x2.gt(f64x2.pmin(o1, c1), f64x2.pmin(o2, c2)),
    );
    const falls = v128.and(f64x2.lt(c0, o0), f64x2.lt(c0, o2));
    const rises = v128.and(f64x2.ge(c0, o0), f64x2.gt(c0, o2));
    const isBeyond = v128.bitselect(falls, rises, f64x2.ge(c2, o2));
    length = listed(list, length, row, v128.and(isInside, isBeyond), rows);
    open += 16;
    close += 16;
    row += 2;
  }
  return length;
}

/** Rows with a body within that of the candle before. `row` is the number of the first row. */
export function insides(open: usize, close: usize, list: usize, rows: i32, row: i32): i32 {
  let length = 0;
  for (; rows > 0; rows -= 2) {
    const o0 = v128.load(open);
    const o1 = v128.load(open - 8);
    const c0 = v128.load(close);
    const c1 = v128.load(close - 8);
    const isBelow = f64x2.le(f64x2.pmax(o0, c0), f64x2.pmax(o1, c1));
    const isAbove = f64x2.ge(f64x2.pmin(o0, c0), f64x2.pmin(o1, c1));
    length = listed(list, length, row, v128.and(isBelow, isAbove), rows);
    open += 16;
    close += 16;
    row += 2;
  }
  return length;
}

/** Rows with a rising body after a falling one. `row` is the number of the first row. */
export function turns(open: usize, close: usize, list: usize, rows: i32, row: i32): i32 {
  let length = 0;
  for (; rows > 0; rows -= 2) {
    const fell = f64x2.lt(v128.load(close - 8), v128.load(open - 8));
    const rises = f64x2.ge(v128.load(close), v128.load(open));
    length = listed(list, length, row, v128.and(fell, rises), rows);
    open += 16;
    close += 16;
    row += 2;
  }
  return length;
}

/** Rows whose candle lies wholly above or below the one before. `row` is the number of the first row. */
export function jumps(high: usize, low: usize, list: usize, rows: i32, row: i32): i32 {
  let length = 0;
  for (; rows > 0; rows -= 2) {
    const isAbove = f64x2.gt(v128.load(low), v128.load(high - 8));
    const isBelow = f64x2.lt(v128.load(high), v128.load(low - 8));
    length = listed(list, length, row, v128.or(isAbove, isBelow), rows);
    high += 16;
    low += 16;
    row += 2;
  }
  return length;
}
