// Indices stay within 0..length-1, so `!` on typed-array reads only tells the checker what the loops say.

/** A long series in as many columns as a page can show, with nothing that stands out lost. */

/** One column of a drawing: the values from `from` to below `to`. */
export interface Column {
  readonly from: number;
  readonly to: number;
}

/** Splits into at most `count` neighbouring columns over `length` values, as even as whole numbers allow. */
export function columnsOf(length: number, count: number): Column[] {
  const columns = Math.min(length, count);
  return Array.from({ length: columns }, (_, index) => ({
    from: Math.floor((index * length) / columns),
    to: Math.floor(((index + 1) * length) / columns),
  }));
}

/** The indices to draw a line through: of every column its first, lowest, highest and last value, in their order. */
export function lineIndices(values: Float64Array, count: number): number[] {
  const indices: number[] = [];
  for (const { from, to } of columnsOf(values.length, count)) {
    const seen = new Set([from, lowest(values, from, to), highest(values, from, to), to - 1]);
    indices.push(...[...seen].toSorted((a, b) => a - b));
  }
  return indices;
}

/** Index of the lowest value from `from` to below `to`. */
export function lowest(values: Float64Array, from: number, to: number): number {
  let at = from;
  for (let i = from + 1; i < to; i++) if (values[i]! < values[at]!) at = i;
  return at;
}

/** Index of the highest value from `from` to below `to`. */
export function highest(values: Float64Array, from: number, to: number): number {
  let at = from;
  for (let i = from + 1; i < to; i++) if (values[i]! > values[at]!) at = i;
  return at;
}
