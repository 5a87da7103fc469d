// Places stay within the subset, so `!` only satisfies the type checker.

/** Every way to choose `size` of the numbers 0..count−1, each in rising order, in lexicographic order. */
export function* subsetsOf(count: number, size: number): Generator<readonly number[]> {
  const chosen = Array.from({ length: size }, (_, k) => k);
  for (;;) {
    yield [...chosen];
    let k = size - 1;
    while (k >= 0 && chosen[k] === count - size + k) k--;
    if (k < 0) return;
    chosen[k]!++;
    for (let next = k + 1; next < size; next++) chosen[next] = chosen[next - 1]! + 1;
  }
}

/** Number of ways to choose `size` of `count` things. */
export function choose(count: number, size: number): number {
  let ways = 1;
  for (let k = 1; k <= size; k++) ways = (ways * (count - size + k)) / k;
  return Math.round(ways);
}
