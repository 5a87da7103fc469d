/** Facts of the market that candles come from, as whoever imported them told. */

import type { Candles } from "@bourse/backtest-engine";
import type { DataOptions } from "@bourse/backtest-engine/checks";
import {
  applyGapPolicy,
  intervalMilliseconds,
  type CandleGap,
  type Interval,
} from "@bourse/backtest-engine/data";
import { tradingYear } from "@bourse/backtest-engine/metrics";
import { absentOr, anyText, objectOf } from "@bourse/kernel";

/** Name of a calendar of trading hours, such as `XNYS`. */
export type CalendarName = Extract<NonNullable<DataOptions["calendar"]>, string>;

/** Time zone and calendar of candles; a run on them takes both where its request names none. */
export interface CandlePlace {
  /** Time zone of the file that the candles were imported from. Absent where it is UTC, not told, or not one zone. */
  readonly timeZone?: string;
  /** Calendar of the market, as told with the import. Absent where it was not. */
  readonly calendar?: CalendarName;
}

/** The facts of an import that are told of it beside its candles. */
export interface ImportFacts {
  /** Facts that later runs take. */
  readonly place: CandlePlace;
  /** Gaps by the calendar, oldest first; undefined without one. */
  readonly gaps: readonly CandleGap[] | undefined;
  /** Candles in a year, counted as by `tradingYear`. */
  readonly barsPerYear: number;
}

/**
 * Facts of an import; `timeZone` is that of its reading, which has checked the prices.
 *
 * @throws EngineError OPTIONS_INVALID for a calendar that is not known
 */
export function importFacts(
  candles: Candles,
  told: {
    readonly interval: Interval;
    readonly timeZone: string;
    readonly calendar: CalendarName | undefined;
  },
): ImportFacts {
  TOLD("told", told);
  const { interval, timeZone, calendar } = told;
  const isOneZone = timeZone !== "UTC" && timeZone !== "offsets";
  const gaps =
    calendar === undefined
      ? undefined
      : applyGapPolicy(candles, "report", interval, calendar, true).report.gaps;
  return {
    place: { ...(isOneZone && { timeZone }), ...(calendar !== undefined && { calendar }) },
    gaps,
    barsPerYear: tradingYear(candles.time, {
      intervalMilliseconds: intervalMilliseconds(interval),
      ...(isOneZone && { timeZone }),
    }).barsPerYear,
  };
}

/** The time zone and calendar of an answer or a series, without its other fields. */
export function placeOf(place: CandlePlace): CandlePlace {
  PLACE("place", place);
  const { timeZone, calendar } = place;
  return {
    ...(timeZone !== undefined && { timeZone }),
    ...(calendar !== undefined && { calendar }),
  };
}

/** The time zone and the calendar that all of the places have. */
export function commonPlace(places: readonly CandlePlace[]): CandlePlace {
  const [first = {}] = places;
  const { timeZone, calendar } = first;
  const isCommon = (name: keyof CandlePlace): boolean =>
    places.every((place) => place[name] === first[name]);
  return {
    ...(timeZone !== undefined && isCommon("timeZone") && { timeZone }),
    ...(calendar !== undefined && isCommon("calendar") && { calendar }),
  };
}

const PLACE = objectOf({ timeZone: absentOr(anyText), calendar: absentOr(anyText) });
const TOLD = objectOf({ interval: anyText, timeZone: anyText, calendar: absentOr(anyText) });
