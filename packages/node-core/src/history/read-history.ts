/** Reading of a series: the samples of each step as one point. */

import type { Clock, StoreReader } from "@bourse/kernel";

import { NodeError } from "../errors.ts";
import {
  HISTORY_SERIES,
  historyHours,
  KEPT_MILLISECONDS,
  MINUTE,
  MINUTES_AN_HOUR,
  placeOf,
  type HistorySeries,
  type HistoryValue,
} from "./history-document.ts";

/** Query of one series. */
export interface HistoryQuery {
  /** Name of the series. */
  readonly series: HistorySeries;
  /** Begin in epoch milliseconds, inclusive. Default: one day before `to`. */
  readonly from?: number | undefined;
  /** End in epoch milliseconds, exclusive. Default: now. */
  readonly to?: number | undefined;
  /** Length of a step in seconds. 60–86,400, default 60. */
  readonly stepSeconds?: number | undefined;
}

/** Value of a series over one step. */
export interface HistoryPoint {
  /** Begin of the step in epoch milliseconds, a multiple of the step. */
  readonly timestamp: number;
  /** Decimal digits for `balance` and `fees`, else a number; null where nothing is known of the step. */
  readonly value: HistoryValue;
}

/** Series over a time. */
export interface HistoryAnswer {
  /** Name of the series. */
  readonly series: HistorySeries;
  /** Length of a step in seconds. */
  readonly stepSeconds: number;
  /** Points, oldest first, one for each step. */
  readonly points: readonly HistoryPoint[];
}

/** Maximum number of points of an answer: seven days by the minute. */
const MOST_POINTS = 10_080;
const DAY = 86_400_000;
/** Bound of the times that a Date can hold. */
const LAST_TIME = 8_640_000_000_000_000;

/** Reads one series. @throws NodeError VALIDATION_ERROR */
export async function readHistory(
  { store, clock }: { readonly store: StoreReader; readonly clock: Pick<Clock, "now"> },
  query: HistoryQuery,
): Promise<HistoryAnswer> {
  const now = clock.now();
  const { series, to = now, from = to - DAY, stepSeconds = 60 } = query;
  check({ series, to, from, stepSeconds });
  const step = stepSeconds * 1000;
  const first = Math.floor(from / step);
  const count = Math.ceil(to / step) - first;
  if (count > MOST_POINTS) {
    const least = Math.ceil((to - from) / MOST_POINTS / 1000) + 1;
    throw invalid("step", `expected at least ${least} seconds: that many points are too many`);
  }
  const samples = await samplesOf(store, series, {
    from: Math.max(first * step, now - KEPT_MILLISECONDS - MINUTE),
    to: (first + count) * step,
  });
  const points = Array.from({ length: Math.max(0, count) }, (_, index): HistoryPoint => {
    const timestamp = (first + index) * step;
    return { timestamp, value: valueOf(series, samples, timestamp, timestamp + step) };
  });
  return { series, stepSeconds, points };
}

interface ResolvedQuery {
  readonly series: HistorySeries;
  readonly from: number;
  readonly to: number;
  readonly stepSeconds: number;
}

function check({ series, from, to, stepSeconds }: ResolvedQuery): void {
  if (!HISTORY_SERIES.includes(series)) {
    throw invalid("series", `expected one of ${HISTORY_SERIES.join(", ")}`);
  }
  const isStep = Number.isInteger(stepSeconds) && stepSeconds >= 60 && stepSeconds <= 86_400;
  if (!isStep) throw invalid("step", "expected 60 to 86,400 whole seconds");
  for (const [name, time] of [["to", to] as const, ["from", from] as const]) {
    if (!(Math.abs(time) <= LAST_TIME)) throw invalid(name, "expected a time that a date can hold");
  }
  if (from > to) throw invalid("from", "must not be after to");
}

function invalid(field: string, words: string): NodeError {
  return new NodeError("VALIDATION_ERROR", `${field}: ${words}.`, { details: { field } });
}

/** Known values by their minute since the Unix epoch. */
async function samplesOf(
  store: StoreReader,
  series: HistorySeries,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<ReadonlyMap<number, NonNullable<HistoryValue>>> {
  const samples = new Map<number, NonNullable<HistoryValue>>();
  const isEmpty = to <= from || to <= 0;
  if (isEmpty) return samples;
  const gte = hourAt(Math.max(0, from));
  const { items } = await store.find(historyHours, {
    range: { gte, lte: hourAt(to) },
    limit: 1000,
  });
  for (const { value } of items) {
    const minute = Date.parse(`${value.id}:00:00Z`) / MINUTE;
    for (let index = 0; index < MINUTES_AN_HOUR; index++) {
      const known = value.values[series][index] ?? null;
      if (known !== null) samples.set(minute + index, known);
    }
  }
  return samples;
}

/** Hours past the calendar's four-digit years would be out of order, and hold nothing. */
const LAST_HOUR = Date.UTC(9999, 11, 31);

function hourAt(time: number): string {
  return placeOf(Math.floor(Math.min(time, LAST_HOUR) / MINUTE)).id;
}

function valueOf(
  series: HistorySeries,
  samples: ReadonlyMap<number, NonNullable<HistoryValue>>,
  from: number,
  to: number,
): HistoryValue {
  const known: NonNullable<HistoryValue>[] = [];
  for (let minute = Math.ceil(from / MINUTE); minute * MINUTE < to; minute++) {
    const sample = samples.get(minute);
    if (sample !== undefined) known.push(sample);
  }
  if (known.length === 0) return null;
  if (series === "fees") return known.reduce((sum, one) => sum + BigInt(one), 0n).toString();
  if (series !== "sent" && series !== "received") return known.at(-1) ?? null;
  const mean = known.reduce<number>((sum, one) => sum + Number(one), 0) / known.length;
  return rounded(mean);
}

/** A rate in bytes a second, by thousandths. */
export function rounded(rate: number): number {
  return Math.round(rate * 1000) / 1000;
}
