// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.
// Each loop stands by itself: one loop that calls a function for each row would be several times slower. What a row
// reads is read before its first condition, and what costs no more than a division computed: V8 does not unroll the
// rest. Nor does it unroll what reads two lines once any buffer of the thread was moved, for it then looks at each
// access whether this one was: sums, differences and products take four rows a turn by themselves. The row before the
// first turn tells V8 what the arrays are, which it would otherwise look at in every turn.

import type { Line, Plan } from "../flow/plan.ts";
import { addressOf, spanAfter, spanOfPairs } from "./kernel-spans.ts";

/**
 * Sizes within which TA-Lib takes a number for 0. Loops compare with a copy of it: what is imported, a number or a
 * function, is read and checked anew for each row.
 */
export const TINY = 1e-14;

/** `left + right`. */
export function sumOf(plan: Plan, left: Line, right: Line): Line {
  return plan.step([left, right], 0, (out) => {
    const [a, b] = [left.values, right.values];
    const kernels = plan.lightKernels(0);
    return kernels === null ? sumSpan(a, b, out) : spanOfPairs(kernels.sum, a, b, out);
  });
}

/** The loop of {@link sumOf} without a kernel: writes `a + b` of the rows `[from, to)`. */
export function sumSpan(
  a: Float64Array,
  b: Float64Array,
  out: Float64Array,
): (from: number, to: number) => void {
  return (from, to) => {
    let i = from & 0x3fffffff;
    const end = to & 0x3fffffff;
    if (i >= end) return;
    out[i] = a[i]! + b[i]!;
    i = (i + 1) & 0x3fffffff;
    for (const last = end - 3; i < last; i = (i + 4) & 0x3fffffff) {
      out[i] = a[i]! + b[i]!;
      out[i + 1] = a[i + 1]! + b[i + 1]!;
      out[i + 2] = a[i + 2]! + b[i + 2]!;
      out[i + 3] = a[i + 3]! + b[i + 3]!;
    }
    for (; i < end; i++) out[i] = a[i]! + b[i]!;
  };
}

/** `left - right`. */
export function differenceOf(plan: Plan, left: Line, right: Line): Line {
  return plan.step([left, right], 0, (out) => {
    const [a, b] = [left.values, right.values];
    const kernels = plan.lightKernels(0);
    if (kernels !== null) return spanOfPairs(kernels.difference, a, b, out);
    return (from, to) => {
      let i = from & 0x3fffffff;
      const end = to & 0x3fffffff;
      if (i >= end) return;
      out[i] = a[i]! - b[i]!;
      i = (i + 1) & 0x3fffffff;
      for (const last = end - 3; i < last; i = (i + 4) & 0x3fffffff) {
        out[i] = a[i]! - b[i]!;
        out[i + 1] = a[i + 1]! - b[i + 1]!;
        out[i + 2] = a[i + 2]! - b[i + 2]!;
        out[i + 3] = a[i + 3]! - b[i + 3]!;
      }
      for (; i < end; i++) out[i] = a[i]! - b[i]!;
    };
  });
}

/** `left * right`. */
export function productOf(plan: Plan, left: Line, right: Line): Line {
  return plan.step([left, right], 0, (out) => {
    const [a, b] = [left.values, right.values];
    const kernels = plan.lightKernels(0);
    if (kernels !== null) return spanOfPairs(kernels.product, a, b, out);
    return (from, to) => {
      let i = from & 0x3fffffff;
      const end = to & 0x3fffffff;
      if (i >= end) return;
      out[i] = a[i]! * b[i]!;
      i = (i + 1) & 0x3fffffff;
      for (const last = end - 3; i < last; i = (i + 4) & 0x3fffffff) {
        out[i] = a[i]! * b[i]!;
        out[i + 1] = a[i + 1]! * b[i + 1]!;
        out[i + 2] = a[i + 2]! * b[i + 2]!;
        out[i + 3] = a[i + 3]! * b[i + 3]!;
      }
      for (; i < end; i++) out[i] = a[i]! * b[i]!;
    };
  });
}

/** `left / right`. */
export function quotientOf(plan: Plan, left: Line, right: Line): Line {
  return plan.step([left, right], 0, (out) => {
    const [a, b] = [left.values, right.values];
    return (from, to) => {
      for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) out[i] = a[i]! / b[i]!;
    };
  });
}

/** `factor * (left / right)`, and 0 where TA-Lib takes the divisor for 0. */
export function ratioOf(plan: Plan, left: Line, right: Line, factor = 1): Line {
  return plan.step([left, right], 0, (out) => {
    const [a, b] = [left.values, right.values];
    return (from, to) => {
      const tiny = TINY;
      for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) {
        const divisor = b[i]!;
        const ratio = factor * (a[i]! / divisor);
        out[i] = Math.abs(divisor) < tiny ? 0 : ratio;
      }
    };
  });
}

/** `first + factor * second`. */
export function plusTimes(plan: Plan, first: Line, factor: number, second: Line): Line {
  return plan.step([first, second], 0, (out) => {
    const [a, b] = [first.values, second.values];
    const kernels = plan.lightKernels(0);
    if (kernels !== null) {
      return (from, to) => {
        const [one, other] = [addressOf(a, from), addressOf(b, from)];
        kernels.plusTimes(one, other, addressOf(out, from), to - from, factor);
      };
    }
    return (from, to) => {
      for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++)
        out[i] = a[i]! + factor * b[i]!;
    };
  });
}

/** Mean of two lines. */
export function meanOf(plan: Plan, left: Line, right: Line): Line {
  return plan.step([left, right], 0, (out) => {
    const [a, b] = [left.values, right.values];
    const kernels = plan.lightKernels(0);
    if (kernels !== null) {
      return (from, to) => {
        const [one, other] = [addressOf(a, from), addressOf(b, from)];
        kernels.scaledSum(one, other, addressOf(out, from), to - from, 0.5);
      };
    }
    return (from, to) => {
      for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++)
        out[i] = 0.5 * (a[i]! + b[i]!);
    };
  });
}

/** Square root; 0 for what is not above TA-Lib's 0. */
export function rootOf(plan: Plan, line: Line, factor = 1): Line {
  return plan.step([line], 0, (out) => {
    const x = line.values;
    const kernels = plan.lightKernels(0);
    if (kernels !== null) {
      return (from, to) => {
        kernels.roots(addressOf(x, from), addressOf(out, from), to - from, factor);
      };
    }
    return (from, to) => {
      const tiny = TINY;
      for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) {
        const root = factor * Math.sqrt(x[i]!);
        out[i] = x[i]! < tiny ? 0 : root;
      }
    };
  });
}

/** Gains and losses from each value to the next. */
export function movesOf(plan: Plan, line: Line): [gain: Line, loss: Line] {
  return plan.twin([line], 1, (gain, loss) => {
    const x = line.values;
    const kernels = plan.kernels(1);
    if (kernels !== null) {
      return spanAfter(1, (from, to) => {
        const [gains, losses] = [addressOf(gain, from), addressOf(loss, from)];
        kernels.moves(addressOf(x, from), gains, losses, to - from);
      });
    }
    return (from, to, seen) => {
      // The first row has none before it.
      for (
        let i = (seen === 0 ? from + 1 : from) & 0x3fffffff, end = to & 0x3fffffff;
        i < end;
        i++
      ) {
        // Without a branch, which would be guessed wrong half of the time.
        const change = x[i]! - x[i - 1]!;
        const size = Math.abs(change);
        gain[i] = 0.5 * (size + change);
        loss[i] = 0.5 * (size - change);
      }
    };
  });
}
