/** The hours and days of a chart of use: each has a bar, those without use too. */

import type { KeyUsage } from "@bourse/client/auth";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export interface Span {
  readonly title: string;
  /** Time of one bar. */
  readonly per: "hour" | "day";
  readonly count: number;
}

export const SPANS = {
  day: { title: "24 hours", per: "hour", count: 24 },
  week: { title: "7 days", per: "hour", count: 168 },
  quarter: { title: "90 days", per: "day", count: 90 },
} as const satisfies Readonly<Record<string, Span>>;

/** The span of a name in the address; that of 24 hours for any other. */
export function spanOf(name: string): keyof typeof SPANS {
  return name === "week" || name === "quarter" ? name : "day";
}

/** Beginnings of the hours or days of UTC of a span, the last one that of `now`. All in Unix milliseconds. */
export function stepsOf({ per, count }: Span, now: number): readonly number[] {
  const step = per === "hour" ? HOUR : DAY;
  const last = now - (now % step);
  return Array.from({ length: count }, (_, at) => last - (count - 1 - at) * step);
}

export interface Bar {
  /** Beginning of the hour or day in Unix milliseconds. */
  readonly at: number;
  readonly requests: number;
  readonly refused: number;
}

/** A bar for each step, and for each row of a server whose clock is ahead. */
export function barsOf(rows: readonly KeyUsage[], span: Span, now: number): readonly Bar[] {
  const known = new Map(rows.map((row) => [Date.parse(row.hour), row]));
  const steps = stepsOf(span, Math.max(now, ...known.keys()));
  return steps.map((at) => {
    const { requests = 0, refused = 0 } = known.get(at) ?? {};
    return { at, requests, refused };
  });
}

/** Ticks of an axis from 0 to at least `most`, whole numbers at even distances. */
export function ticksOf(most: number): readonly number[] {
  const size = 10 ** Math.floor(Math.log10(Math.max(1, most / 4)));
  const step = [1, 2, 5, 10].map((factor) => factor * size).find((one) => one * 4 >= most) ?? size;
  return Array.from({ length: Math.max(1, Math.ceil(most / step)) + 1 }, (_, at) => at * step);
}
