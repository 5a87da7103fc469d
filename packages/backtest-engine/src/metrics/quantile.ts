// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

/** Quantiles by selection, in O(n) instead of a sort. */

/**
 * Quantile of at least one value, linear between the two nearest ranks. It moves the values; none may be NaN. `share`
 * is 0–1.
 */
export function quantileIn(values: Float64Array, share: number): number {
  const rank = share * (values.length - 1);
  const below = Math.floor(rank);
  selectLowest(values, below);
  const low = values[below]!;
  if (below + 1 === values.length) return low;
  let high = values[below + 1]!;
  for (let i = below + 2; i < values.length; i++) if (values[i]! < high) high = values[i]!;
  return low + (high - low) * (rank - below);
}

/**
 * Moves the value of a rank to its place, what is lower before it, and what is higher behind it (Hoare's selection,
 * 1961, with the median of three as pivot). No value may be NaN. After `mostTurns` the rest is sorted, so that no order
 * of the values takes O(n²); default 64.
 */
export function selectLowest(values: Float64Array, rank: number, mostTurns = 64): void {
  let first = 0;
  let last = values.length - 1;
  for (let turn = 0; first < last; turn++) {
    if (turn === mostTurns) {
      values.subarray(first, last + 1).sort();
      return;
    }
    const pivot = median(values[first]!, values[(first + last) >> 1]!, values[last]!);
    let low = first;
    let high = last;
    while (low <= high) {
      while (values[low]! < pivot) low++;
      while (values[high]! > pivot) high--;
      if (low > high) break;
      const value = values[low]!;
      values[low++] = values[high]!;
      values[high--] = value;
    }
    if (rank <= high) last = high;
    else if (rank >= low) first = low;
    else return;
  }
}

function median(a: number, b: number, c: number): number {
  return a < b ? (b < c ? b : a < c ? c : a) : a < c ? a : b < c ? c : b;
}
