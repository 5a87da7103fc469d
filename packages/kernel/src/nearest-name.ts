/** "Did you mean …?": the known name that is closest to a mistyped one. */

/**
 * The candidate with the smallest optimal-string-alignment distance to `word` (insert, delete, substitute,
 * swap of neighbours; letter case counts half), or undefined when none is near enough to be meant:
 * within 2 edits, or a third of the word's length for long words. The first wins a tie.
 *
 * Costs O(length²) for each candidate; words past 64 characters are never matched.
 */
export function nearestName(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > 64) return undefined;
  const limit = Math.max(2, Math.floor(word.length / 3));
  let best: string | undefined;
  let bestDistance = Math.min(limit, word.length - 1) + 0.25;
  for (const candidate of candidates) {
    if (candidate.length > 64) continue;
    const distance = editDistance(word, candidate);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** A sentence's tail, ` Did you mean "x"?`, or the empty string when nothing is near. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const nearest = nearestName(word, candidates);
  return nearest === undefined ? "" : ` Did you mean "${nearest}"?`;
}

function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const swapped =
        row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current[column] = Math.min(
        last[column]! + 1,
        current[column - 1]! + 1,
        last[column - 1]! + substitution(a[row - 1]!, b[column - 1]!),
        swapped ? beforeLast[column - 2]! + 1 : Infinity,
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length]!;
}

function substitution(a: string, b: string): number {
  if (a === b) return 0;
  return a.toLowerCase() === b.toLowerCase() ? 0.5 : 1;
}
