import type { CandidateSearch } from "../flow/kernels.ts";
import type { Line, Plan } from "../flow/plan.ts";
import { addressOf } from "../steps/kernel-spans.ts";

/**
 * Gives the rows of `[from, to)` that a search of the kernels over two columns finds, until it is called again. `later`
 * is the number of rows by which the candles that it looks at come later than its description says.
 */
export function candidatesOf(
  plan: Plan,
  search: CandidateSearch,
  one: Line,
  other: Line,
  later = 0,
): (from: number, to: number) => Int32Array {
  // Of twice as many integers as rows.
  const { buffer, byteOffset } = plan.array(plan.capacity);
  const list = new Int32Array(buffer, byteOffset, 2 * plan.capacity);
  return (from, to) => {
    const first = from + later;
    const [left, right] = [addressOf(one.values, first), addressOf(other.values, first)];
    return list.subarray(0, search(left, right, byteOffset, to - from, from));
  };
}
