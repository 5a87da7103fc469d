/** One line of the table: a ratio over some rounds, and its bar. */

/** A ratio and its bar. */
export interface Line {
  readonly claim: string;
  /** Median over the rounds. */
  readonly found: number;
  /** Lowest and highest round. */
  readonly range: readonly [number, number];
  /** The bar, for people. */
  readonly bar: string;
  readonly isKept: boolean;
}

/** The median of the rounds against its bar. */
export function ratio(
  claim: string,
  rounds: readonly number[],
  bar: { readonly atLeast: number } | { readonly atMost: number },
): Line {
  const sorted = rounds.toSorted((a, b) => a - b);
  const found = sorted[Math.floor(sorted.length / 2)] ?? NaN;
  const range = [sorted[0] ?? NaN, sorted.at(-1) ?? NaN] as const;
  return "atLeast" in bar
    ? { claim, found, range, bar: `≥ ${bar.atLeast}`, isKept: found >= bar.atLeast }
    : { claim, found, range, bar: `≤ ${bar.atMost}`, isKept: found <= bar.atMost };
}
