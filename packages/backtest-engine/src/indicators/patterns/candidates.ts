import type { CandidateSearch } from "../flow/kernels.ts";
import type { Line, Plan } from "../flow/plan.ts";
import { addressOf } from "../steps/kernel-spans.ts";

/** Gives the rows of `[from, to)` that a search of the kernels over two columns finds, until it is called again. */
export function candidatesOf(
  plan: Plan,
  search: CandidateSearch,
  one: Line,
  other: Line,
): (from: number, to: number) => Int32Array {
  // Of twice as many integers as rows.
  const { buffer, byteOffset } = plan.array(plan.capacity);
  const list = new Int32Array(buffer, byteOffset, 2 * plan.capacity);
  return (from, to) => {
    const [left, right] = [addressOf(one.values, from), addressOf(other.values, from)];
    return list.subarray(0, search(left, right, byteOffset, to - from, from));
  };
}
