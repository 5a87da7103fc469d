/**
 * Which stretches of time a cached series knows for certain, candle or hole.
 *
 * A hole that the exchange left is covered like the candles around it, so that it is not asked for again.
 */

/** Milliseconds UTC, `[start, end)`. */
export interface Segment {
  readonly start: number;
  readonly end: number;
}

/** Segments in time order that neither overlap nor touch. */
export type Coverage = readonly Segment[];

/** The segment that knows the time just before `time`. */
export function segmentBefore(coverage: Coverage, time: number): Segment | undefined {
  return coverage.find(({ start, end }) => start < time && time <= end);
}

/** The end of the nearest segment below `time`, where nothing just before `time` is known. */
export function knownBelow(coverage: Coverage, time: number): number | undefined {
  return coverage.findLast(({ end }) => end < time)?.end;
}

/** The coverage with `added` in it, merged with what it overlaps or touches; unchanged when `added` is empty. */
export function cover(coverage: Coverage, added: Segment): Coverage {
  if (added.end <= added.start) return coverage;
  const before = coverage.filter(({ end }) => end < added.start);
  const after = coverage.filter(({ start }) => start > added.end);
  const met = coverage.slice(before.length, coverage.length - after.length);
  const start = Math.min(added.start, ...met.map((segment) => segment.start));
  const end = Math.max(added.end, ...met.map((segment) => segment.end));
  return [...before, { start, end }, ...after];
}
