import { openCalendar, openTimeZone, type Calendar } from "@bourse/indicators/calendar";

import type { Candles } from "../../src/data/index.ts";
import { fromBars, type Bar } from "../candles/make-candles.ts";

const DAY = 86_400_000;

/** Numbers in [0, 1) by a seed. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A candle for each time, on a walk that a seed determines. */
export function walkAt(times: readonly number[], seed: number): Candles {
  const random = randomOf(seed);
  let price = 100;
  return fromBars(
    times.map((time): Bar => {
      const open = price * (1 + (random() - 0.5) * 0.01);
      price = open * (1 + (random() - 0.495) * 0.02);
      const high = Math.max(open, price) * (1 + random() * 0.004);
      const low = Math.min(open, price) * (1 - random() * 0.004);
      return [time, open, high, low, price, 1000 + Math.floor(random() * 9000)];
    }),
  );
}

/** Opening times of candles of `minutes` from the first date up to the last one, while the market is open. */
export function openingTimes(
  calendar: Calendar,
  minutes: number,
  from: string,
  to: string,
): readonly number[] {
  const times: number[] = [];
  const step = minutes * 60_000;
  for (const [start, end] of openCalendar(calendar).stretches(Date.parse(from), Date.parse(to))) {
    for (let time = start; time < end; time += step) {
      if (times.length === 0 || time > times.at(-1)!) times.push(time);
    }
  }
  return times;
}

/** Times of daily candles: midnight UTC of each date with a session. */
export function datesOf(calendar: Calendar, from: string, to: string): readonly number[] {
  const market = openCalendar(calendar);
  const dates: number[] = [];
  for (let date = Date.parse(from); date < Date.parse(to); date += DAY) {
    if (market.hasSession(date)) dates.push(date);
  }
  return dates;
}

/** Time at which a clock of a zone shows `2024-07-03 09:30`. */
export function at(zone: string, local: string): number {
  return openTimeZone(zone).firstInstantOf(Date.parse(`${local.replace(" ", "T")}Z`));
}
