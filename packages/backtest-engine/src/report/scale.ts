/** Scales that map values to coordinates: linear with round ticks, time with round dates. */

/** A value's place as per cent of the axis, 0 at its start. */
export interface Scale {
  readonly place: (value: number) => number;
  readonly ticks: readonly { readonly value: number; readonly place: number }[];
}

/**
 * A linear scale from a little below `low` to a little above `high`; at most about `count` ticks at 1, 2 or 5 times a
 * power of ten.
 */
export function linearScale(low: number, high: number, count = 7): Scale {
  const size = Math.max(Math.abs(low), Math.abs(high));
  const flat = !(high - low > Math.max(size * FINEST, Number.MIN_VALUE / FINEST));
  const spread = flat ? Math.max(size, 1e-9) * 0.1 : high - low;
  const from = low - spread * (flat ? 0.5 : MARGIN);
  const to = high + spread * (flat ? 0.5 : MARGIN);
  const place = (value: number): number => rounded(((value - from) / (to - from)) * 100);
  const step = roundStep(spread / count);
  const ticks: { value: number; place: number }[] = [];
  for (let index = Math.ceil(from / step); index * step <= to; index++) {
    const value = Number((index * step).toPrecision(12));
    ticks.push({ value, place: place(value) });
  }
  return { place, ticks };
}

/** Relative difference below which a range is flat: a float64 has no room for ticks within it. */
const FINEST = 1e-9;
/** Padding above and below the drawing, as a fraction of its height. */
const MARGIN = 0.03;

/** A scale over times in milliseconds; ticks at the starts of days, months or years, at most `count`. */
export function timeScale(first: number, last: number, count = 6): Scale {
  const span = Math.max(last - first, 1);
  const place = (value: number): number => rounded(((value - first) / span) * 100);
  const ticks = roundTimes(first, last, count).map((value) => ({ value, place: place(value) }));
  return { place, ticks };
}

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
/** Steps in milliseconds that divide a day, then whole days. */
const STEPS = [1, 5, 15, 30, 60, 180, 360, 720, 1440, 2880, 10_080, 20_160].map(
  (minutes) => minutes * MINUTE,
);
/** Steps in months. */
const MONTHS = [1, 2, 3, 6, 12, 24, 60, 120];

function roundTimes(first: number, last: number, count: number): number[] {
  const span = last - first;
  const step = STEPS.find((size) => span / size <= count);
  if (step !== undefined) return multiplesOf(step, first, last);
  const months = MONTHS.find((size) => span / (size * 30.44 * DAY) <= count) ?? 240;
  const start = new Date(first);
  const times: number[] = [];
  let month = Math.ceil((start.getUTCFullYear() * 12 + start.getUTCMonth()) / months) * months;
  for (; ; month += months) {
    const time = Date.UTC(Math.floor(month / 12), month % 12);
    if (!(time <= last)) return times;
    if (time >= first) times.push(time);
  }
}

function multiplesOf(step: number, first: number, last: number): number[] {
  const times: number[] = [];
  for (let time = Math.ceil(first / step) * step; time <= last; time += step) times.push(time);
  return times;
}

function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((size) => size * power >= rough * (1 - 1e-9)) ?? 10;
  return factor * power;
}

/** Two decimals of a per cent are a fiftieth of a pixel on a wide page. */
function rounded(place: number): number {
  return Math.round(place * 100) / 100;
}
