// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.
//
// Rows are cut into blocks of one period (van Herk, 1992): a window is the tail of one block and the head of the next,
// and its extreme the farther one of both. Heads only grow and tails only shrink, so that a window's extreme is that of
// its tail up to some row of the block, and that of its head from there on.
//
// Heads and tails of one block are computed in one loop, the tails from behind, for neither waits for the other. The
// farther of two numbers is looked up at an index to which a comparison, 0 or 1, is added: Math.max and `?:` become
// jumps, which the processor guesses wrong so often that they take twice as long.

import type { Line, Plan, Span } from "../flow/plan.ts";
import { meanOf } from "./arithmetic.ts";
import {
  addressOf,
  firstOfBlocks,
  inTurn,
  reachOfBlocks,
  spanOfBlocks,
  spanOfPairs,
} from "./kernel-spans.ts";

/** Search for the highest (`sign` 1) or lowest (-1) values of a line's windows. */
interface Search {
  readonly sign: 1 | -1;
  readonly x: Float64Array;
  readonly out: Float64Array;
  /** Extremes of the last values of the block before, by the place of the first of them. */
  tails: Float64Array;
  /** Tails of the present block. */
  nextTails: Float64Array;
  /** Extreme of the present block so far. */
  head: number;
}

function searchFor(line: Line, out: Float64Array, period: number, sign: 1 | -1): Search {
  const none = -sign * Infinity;
  const tails = (): Float64Array => new Float64Array(period + 1).fill(none);
  return { sign, x: line.values, out, tails: tails(), nextTails: tails(), head: none };
}

/** Highest of the last `period` values. */
export function highestOf(plan: Plan, line: Line, period: number): Line {
  return plan.step([line], period - 1, (out) => {
    const kernels = plan.kernels(reachOfBlocks(period));
    if (kernels !== null) return spanOfBlocks(kernels.highest, line.values, out, period);
    const search = searchFor(line, out, period, 1);
    return byBlocks(search, null, period, (first) => highestOfBlock(search, first, period));
  });
}

/** Lowest of the last `period` values. */
export function lowestOf(plan: Plan, line: Line, period: number): Line {
  return plan.step([line], period - 1, (out) => {
    const kernels = plan.kernels(reachOfBlocks(period));
    if (kernels !== null) return spanOfBlocks(kernels.lowest, line.values, out, period);
    const search = searchFor(line, out, period, -1);
    return byBlocks(search, null, period, (first) => lowestOfBlock(search, first, period));
  });
}

/** Periods up to which blocks are too short for their loops to pay. */
const SHORT = 8;

/** Highest of one line and lowest of another one over the last `period` rows. */
export function windowRange(
  plan: Plan,
  high: Line,
  low: Line,
  period: number,
): [highest: Line, lowest: Line] {
  if (period <= SHORT) return shortRange(plan, high, low, period);
  return plan.twin([high, low], period - 1, (highs, lows) => {
    const kernels = plan.kernels(reachOfBlocks(period));
    if (kernels !== null) {
      const tails = addressOf(plan.array(4 * (period + 1)), 0);
      return (from, to, seen) => {
        const first = firstOfBlocks(from, seen, period);
        const [h, l] = [addressOf(high.values, first), addressOf(low.values, first)];
        const [top, bottom] = [addressOf(highs, first), addressOf(lows, first)];
        kernels.range(h, l, top, bottom, tails, to - first, period);
      };
    }
    const top = searchFor(high, highs, period, 1);
    const bottom = searchFor(low, lows, period, -1);
    return byBlocks(top, bottom, period, (first) => rangeOfBlock(top, bottom, first, period));
  });
}

/** The same by windows that grow to twice their width, each the farther one of two of the width before. */
function shortRange(
  plan: Plan,
  high: Line,
  low: Line,
  period: number,
): [highest: Line, lowest: Line] {
  let [highest, lowest] = [high, low];
  for (let width = 1; width < period;) {
    const more = Math.min(width, period - width);
    [highest, lowest] = fartherOf(plan, highest, lowest, more);
    width += more;
  }
  return [highest, lowest];
}

/** The higher one of a line's values and that of some rows ago, and the lower one of another line's. */
function fartherOf(plan: Plan, high: Line, low: Line, rows: number): [higher: Line, lower: Line] {
  return plan.twin([high, low], rows, (highs, lows) => {
    const [h, l] = [high.values, low.values];
    const kernels = plan.kernels(rows);
    if (kernels !== null) {
      return inTurn(
        spanOfPairs(kernels.higher, h, h, highs, rows),
        spanOfPairs(kernels.lower, l, l, lows, rows),
      );
    }
    return (from, to, seen) => {
      const back = rows & 7;
      const start = from + Math.max(0, rows - seen);
      for (let i = start & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) {
        highs[i] = h[i - back * Number(h[i - back]! > h[i]!)]!;
        lows[i] = l[i - back * Number(l[i - back]! < l[i]!)]!;
      }
    };
  });
}

/** Middle between the highest of one line and the lowest of another one over the last `period` rows. */
export function middleOf(plan: Plan, high: Line, low: Line, period: number): Line {
  return meanOf(plan, ...windowRange(plan, high, low, period));
}

/** Loop that takes whole blocks at once with `whole`, and the rows of others one by one. */
function byBlocks(
  search: Search,
  other: Search | null,
  period: number,
  whole: (first: number) => void,
): Span {
  const state = { filled: 0 };
  return (from, to) => {
    let { filled } = state;
    for (let i = from; i < to;) {
      if (filled === 0 && i + period <= to) {
        whole(i);
        i += period;
        continue;
      }
      const rows = Math.min(to - i, period - filled);
      rowByRow(search, i, rows, filled, period);
      if (other !== null) rowByRow(other, i, rows, filled, period);
      i += rows;
      filled = filled + rows === period ? 0 : filled + rows;
    }
    state.filled = filled;
  };
}

/** Takes some rows of a block of which `filled` have been there before. */
function rowByRow(
  search: Search,
  from: number,
  rows: number,
  filled: number,
  period: number,
): void {
  const { sign, x, out, tails } = search;
  let { head } = search;
  for (let i = from; i < from + rows; i++) {
    if (sign * x[i]! > sign * head) head = x[i]!;
    const tail = tails[filled + i - from + 1]!;
    out[i] = sign * tail > sign * head ? tail : head;
  }
  search.head = head;
  if (filled + rows < period) return;
  let tail = -sign * Infinity;
  for (let q = period - 1, i = from + rows - 1; q > 0; q--, i--) {
    if (sign * x[i]! > sign * tail) tail = x[i]!;
    tails[q] = tail;
  }
  search.head = -sign * Infinity;
}

function highestOfBlock(search: Search, from: number, period: number): void {
  const first = from & 0x3fffffff;
  const rows = period & 0x3fffffff;
  const { x, out, nextTails } = search;
  let head = x[from]! > -Infinity ? x[from]! : -Infinity;
  let tail = -Infinity;
  out[from] = head;
  for (let k = 1; k < rows; k++) {
    const i = first + k;
    const q = rows - k;
    const ahead = x[i]!;
    out[i] = ahead;
    head = out[i - Number(!(ahead > head))]!;
    out[i] = head;
    const behind = x[first + q]!;
    nextTails[q] = behind;
    tail = nextTails[q + Number(!(behind > tail))]!;
    nextTails[q] = tail;
  }
  takeHigherTails(search, from);
}

function lowestOfBlock(search: Search, from: number, period: number): void {
  const first = from & 0x3fffffff;
  const rows = period & 0x3fffffff;
  const { x, out, nextTails } = search;
  let head = x[from]! < Infinity ? x[from]! : Infinity;
  let tail = Infinity;
  out[from] = head;
  for (let k = 1; k < rows; k++) {
    const i = first + k;
    const q = rows - k;
    const ahead = x[i]!;
    out[i] = ahead;
    head = out[i - Number(!(ahead < head))]!;
    out[i] = head;
    const behind = x[first + q]!;
    nextTails[q] = behind;
    tail = nextTails[q + Number(!(behind < tail))]!;
    nextTails[q] = tail;
  }
  takeLowerTails(search, from);
}

/** Both searches in one loop: a look-up waits for the one before it, and those of the other line do not. */
function rangeOfBlock(high: Search, low: Search, from: number, period: number): void {
  const first = from & 0x3fffffff;
  const rows = period & 0x3fffffff;
  const { x: h, out: highs, nextTails: topTails } = high;
  const { x: l, out: lows, nextTails: bottomTails } = low;
  let top = h[from]! > -Infinity ? h[from]! : -Infinity;
  let bottom = l[from]! < Infinity ? l[from]! : Infinity;
  let topTail = -Infinity;
  let bottomTail = Infinity;
  highs[from] = top;
  lows[from] = bottom;
  for (let k = 1; k < rows; k++) {
    const i = first + k;
    const q = rows - k;
    const highAhead = h[i]!;
    highs[i] = highAhead;
    top = highs[i - Number(!(highAhead > top))]!;
    highs[i] = top;
    const lowAhead = l[i]!;
    lows[i] = lowAhead;
    bottom = lows[i - Number(!(lowAhead < bottom))]!;
    lows[i] = bottom;
    const highBehind = h[first + q]!;
    topTails[q] = highBehind;
    topTail = topTails[q + Number(!(highBehind > topTail))]!;
    topTails[q] = topTail;
    const lowBehind = l[first + q]!;
    bottomTails[q] = lowBehind;
    bottomTail = bottomTails[q + Number(!(lowBehind < bottomTail))]!;
    bottomTails[q] = bottomTail;
  }
  takeHigherTails(high, from);
  takeLowerTails(low, from);
}

/** Writes the tails over the heads up to the first head that is as high; the last tail is of nothing. */
function takeHigherTails(search: Search, from: number): void {
  const { out, tails } = search;
  for (let k = 0; tails[k + 1]! > out[from + k]!; k++) out[from + k] = tails[k + 1]!;
  search.tails = search.nextTails;
  search.nextTails = tails;
}

function takeLowerTails(search: Search, from: number): void {
  const { out, tails } = search;
  for (let k = 0; tails[k + 1]! < out[from + k]!; k++) out[from + k] = tails[k + 1]!;
  search.tails = search.nextTails;
  search.nextTails = tails;
}
