/** Line of a chart from its values: broken where nothing is known. */

/** Width and height of the drawing in its own units; the page stretches it. */
export const WIDTH = 600;
export const HEIGHT = 100;
const MARGIN = 4;

/** Bounds of the drawn values. */
export interface Bounds {
  readonly low: number;
  readonly high: number;
}

/** Bounds of the known values; undefined without one. Amounts and counts begin at 0 unless `isFloating`. */
export function boundsOf(
  values: readonly (number | null)[],
  isFloating: boolean,
): Bounds | undefined {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return undefined;
  const least = known.reduce((low, value) => Math.min(low, value), Infinity);
  const high = known.reduce((most, value) => Math.max(most, value), -Infinity);
  return { low: isFloating ? least : Math.min(0, least), high };
}

/** Path of the values from left to right, broken at each gap. */
export function linePath(values: readonly (number | null)[], bounds: Bounds): string {
  return values
    .map((value, index) => {
      if (value === null) return "";
      const isFirst = (values[index - 1] ?? null) === null;
      return `${isFirst ? "M" : "L"}${placeOf(values.length, index, value, bounds)}`;
    })
    .join("");
}

/** Path of the values between two gaps, which no line shows: a dot each. */
export function dotPath(values: readonly (number | null)[], bounds: Bounds): string {
  return values
    .map((value, index) => {
      const isAlone = (values[index - 1] ?? values[index + 1] ?? null) === null;
      if (value === null || !isAlone) return "";
      return `M${placeOf(values.length, index, value, bounds)}h0.01`;
    })
    .join("");
}

function placeOf(count: number, index: number, value: number, { low, high }: Bounds): string {
  const x = (index * WIDTH) / Math.max(1, count - 1);
  const part = high === low ? Number(low !== 0) / 2 : (value - low) / (high - low);
  return `${x.toFixed(1)} ${(HEIGHT - MARGIN - part * (HEIGHT - 2 * MARGIN)).toFixed(1)}`;
}
