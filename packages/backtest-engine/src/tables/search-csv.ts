/** The combinations of a sweep and the windows of a walk-forward as CSV. */

import { absentOr, anyNumber, listOf, nullOr, objectOf } from "@bourse/kernel";

import { METRIC_RULES } from "../metrics/metric-rules.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { requireArguments } from "../require-arguments.ts";
import type { Parameters } from "../strategy/parameters.ts";
import { anyTime, columnName, csvOf, timeCell, type Cell } from "./csv-table.ts";

/** One combination of a sweep with the figures that are known of it, such as a row of a `grid`. */
export interface CombinationRow extends Partial<Metrics> {
  /** Parameters in force, by name. */
  readonly parameters: Parameters;
  /** Options that vary, by name. Default: none varies. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** Leading fraction of the candles after which the trial was stopped. Default: it ran to the end. */
  readonly stoppedAt?: number;
  /** Value of the metric that was chosen by. Default: not written. */
  readonly value?: number | null;
}

/**
 * Writes the combinations of a sweep as CSV (RFC 4180), a row each in the order of `grid`: `parameters.NAME` for each
 * parameter, `options.NAME` for each option that varies, `stopped_at` where any was stopped, `value` where it is known,
 * and every metric that the rows have under its name of the HTTP routes. A value of an option that has members is JSON;
 * null is an empty cell.
 *
 * @throws EngineError OPTIONS_INVALID for rows without parameters
 */
export function writeSweepCsv(result: { readonly grid: readonly CombinationRow[] }): string {
  requireArguments("writeSweepCsv", { result }, { result: SWEEP });
  return csvOfRecords(result.grid.map((row) => combinationCells("", row)));
}

/** One window of a walk-forward as {@link writeWindowsCsv} needs it. */
export interface WindowRow {
  /** Index of the first candle of the training. */
  readonly trainFrom: number;
  /** Index after the last candle of the training. */
  readonly trainTo: number;
  /** Index of the first candle of the test. */
  readonly testFrom: number;
  /** Index after the last candle of the test. */
  readonly testTo: number;
  /** Open time of the first candle of the training, milliseconds UTC. */
  readonly trainFromTime: number;
  /** Open time of the first candle of the test, milliseconds UTC. */
  readonly testFromTime: number;
  /** Open time of the last candle of the test, milliseconds UTC. */
  readonly testToTime: number;
  /** Best combination of the training; null without one. */
  readonly inSample: CombinationRow | null;
  /** Metrics of the test; null when nothing was traded. */
  readonly outOfSample: Partial<Metrics> | null;
}

/**
 * Writes the windows of a walk-forward as CSV (RFC 4180), a row each: `window` from 1, `train_from`, `test_from`,
 * `test_to` as ISO 8601 in UTC, `train_candles`, `test_candles`, the choice of the training as
 * `in_sample.parameters.NAME`, `in_sample.options.NAME` and `in_sample.METRIC`, and the test as
 * `out_of_sample.METRIC`. What is null is an empty cell.
 *
 * @throws EngineError OPTIONS_INVALID for windows without their times
 */
export function writeWindowsCsv(result: { readonly windows: readonly WindowRow[] }): string {
  requireArguments("writeWindowsCsv", { result }, { result: WALK_FORWARD });
  return csvOfRecords(result.windows.map(windowCells));
}

type Cells = Readonly<Record<string, Cell>>;

function windowCells(window: WindowRow, k: number): Cells {
  const { inSample, outOfSample } = window;
  return {
    window: k + 1,
    train_from: timeCell(window.trainFromTime),
    test_from: timeCell(window.testFromTime),
    test_to: timeCell(window.testToTime),
    train_candles: window.trainTo - window.trainFrom,
    test_candles: window.testTo - window.testFrom,
    ...(inSample !== null && combinationCells("in_sample.", inSample)),
    ...(outOfSample !== null && metricCells("out_of_sample.", outOfSample)),
  };
}

function combinationCells(prefix: string, row: CombinationRow): Cells {
  const { parameters, options = {}, stoppedAt, value } = row;
  return {
    ...named(`${prefix}parameters.`, parameters, (name) => name),
    ...named(`${prefix}options.`, options, columnName),
    ...(stoppedAt !== undefined && { [`${prefix}stopped_at`]: stoppedAt }),
    ...(value !== undefined && { [`${prefix}value`]: value }),
    ...metricCells(prefix, row),
  };
}

function metricCells(prefix: string, figures: Partial<Metrics>): Cells {
  const known = METRIC_RULES.filter(([name]) => figures[name] !== undefined);
  return Object.fromEntries(
    known.map(([name]) => [`${prefix}${columnName(name)}`, figures[name] ?? null]),
  );
}

function named(
  prefix: string,
  values: Readonly<Record<string, unknown>>,
  nameOf: (name: string) => string,
): Cells {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`${prefix}${nameOf(name)}`, cellOf(value)]),
  );
}

function cellOf(value: unknown): Cell {
  if (typeof value === "object" && value !== null) {
    return JSON.stringify(value, (_, member: unknown) => withColumnNames(member));
  }
  return value as Cell;
}

/** Members of an option's value as the wire spells them. */
function withColumnNames(member: unknown): unknown {
  if (typeof member !== "object" || member === null || Array.isArray(member)) return member;
  return Object.fromEntries(
    Object.entries(member).map(([name, value]) => [columnName(name), value as unknown]),
  );
}

/** Rows by the names of their columns: all names that any row has, where the row that has it first puts it. */
function csvOfRecords(rows: readonly Cells[]): string {
  const columns: string[] = [];
  for (const row of rows) {
    let place = 0;
    for (const name of Object.keys(row)) {
      const known = columns.indexOf(name);
      if (known === -1) columns.splice(place, 0, name);
      place = known === -1 ? place + 1 : known + 1;
    }
  }
  return csvOf(
    columns,
    rows.map((row) => columns.map((name) => row[name])),
  );
}

const METRICS = Object.fromEntries(METRIC_RULES.map(([name, rule]) => [name, absentOr(rule)]));

const COMBINATION = objectOf({
  parameters: objectOf({}),
  options: absentOr(objectOf({})),
  stoppedAt: absentOr(anyNumber),
  value: absentOr(nullOr(anyNumber)),
  ...METRICS,
});

const SWEEP = objectOf({ grid: listOf(COMBINATION) });

const WALK_FORWARD = objectOf({
  windows: listOf(
    objectOf({
      trainFrom: anyNumber,
      trainTo: anyNumber,
      testFrom: anyNumber,
      testTo: anyNumber,
      trainFromTime: anyTime,
      testFromTime: anyTime,
      testToTime: anyTime,
      inSample: nullOr(COMBINATION),
      outOfSample: nullOr(objectOf(METRICS)),
    }),
  ),
});
