/** Lines that a candidate computed; each begins at the row `begin`. */
export interface Found {
  readonly begin: number;
  readonly lines: readonly Float64Array[];
}

/**
 * Greatest difference of two candidates' lines, as a part of each line's greatest value. Rows without a value do not
 * count.
 */
export function greatestDeviation(one: Found, other: Found): number {
  let worst = 0;
  for (const [k, line] of one.lines.entries()) {
    const against = other.lines[k]!;
    let size = Number.MIN_VALUE;
    let gap = 0;
    for (let row = Math.max(one.begin, other.begin); row - one.begin < line.length; row++) {
      const value = line[row - one.begin]!;
      if (Number.isNaN(value)) continue;
      const difference = Math.abs(value - against[row - other.begin]!);
      size = Math.max(size, Math.abs(value));
      gap = difference > gap || Number.isNaN(difference) ? difference : gap;
      if (Number.isNaN(gap)) return Infinity;
    }
    worst = Math.max(worst, gap / size);
  }
  return worst;
}
