import { columnsOf, memberOf } from "../arrays/window.ts";
import { IndicatorError } from "../errors.ts";
import { resolveParameters, whole, type IndicatorParameter } from "../parameters.ts";
import type { Line, Plan } from "./plan.ts";
import {
  measure,
  Run,
  runInKernels,
  runInPlace,
  ROWS_AT_ONCE,
  type Build,
  type Measure,
} from "./run.ts";

/** Group of indicators, as in TA-Lib; `beyond` are those that TA-Lib lacks. */
export type IndicatorFamily =
  | "overlap"
  | "momentum"
  | "volume"
  | "volatility"
  | "price"
  | "cycle"
  | "statistics"
  | "operators"
  | "transforms"
  | "patterns"
  | "beyond";

/** Input of an array indicator: one array for `values`, else an object of columns; `Candles` fits. */
export type IndicatorInput<In extends string> = [In] extends ["values"]
  ? Float64Array
  : Readonly<Record<In, Float64Array>>;

/** Input of a streaming indicator: one number for `values`, else an object of numbers, such as a candle. */
export type IndicatorRow<In extends string> = [In] extends ["values"]
  ? number
  : Readonly<Record<In, number>>;

/** Output of an array indicator: one array, or one for each line. */
export type IndicatorLines<Out extends string> = [Out] extends ["value"]
  ? Float64Array
  : Readonly<Record<Out, Float64Array>>;

/** Output of a streaming indicator: one number, or one for each line. */
export type IndicatorValue<Out extends string> = [Out] extends ["value"]
  ? number
  : Readonly<Record<Out, number>>;

/** An indicator that is fed row by row, for live feeds and class strategies. */
export interface IndicatorStream<In extends string, Out extends string = "value"> {
  /**
   * Adds one value or candle and returns the indicator, NaN in its warm-up. The same bits as the array form.
   *
   * @throws IndicatorError OPTIONS_INVALID: a row that lacks one of the numbers
   */
  next(row: IndicatorRow<In>): IndicatorValue<Out>;
  /** The last result of `next`; NaN before the first. */
  readonly value: IndicatorValue<Out>;
}

/** The facts about an indicator that a catalogue, a form or a command line needs. */
export interface IndicatorAbout {
  /** Name under which it is exported. */
  readonly name: string;
  /** Name of the same function in TA-Lib; null for what TA-Lib lacks. */
  readonly talib: string | null;
  /** Group that it belongs to. */
  readonly family: IndicatorFamily;
  /** Title in words. */
  readonly title: string;
  /** Author, year or book that it comes from; null when nobody is known for it. */
  readonly source: string | null;
  /** Names of its columns; `values` alone stands for one array of numbers. */
  readonly inputs: readonly string[];
  /** Options by name. */
  readonly parameters: Readonly<Record<string, IndicatorParameter>>;
  /** Names of its lines; `value` alone stands for one array. */
  readonly outputs: readonly string[];
  /** Formula in plain text. */
  readonly formula: string;
}

/**
 * An indicator: a function over arrays, with a streaming form that gives the same bits.
 *
 * Leading NaN of the input count as its warm-up. A NaN or an infinity after the first value throws nothing, but the
 * values from that row on mean nothing: most are NaN, for as long as the row counts; those of the Hilbert transform
 * (`ht…`) have no finite value from three rows later on.
 * `input` is never written to.
 */
export interface Indicator<In extends string, P extends object, Out extends string = "value"> {
  /**
   * Computes the indicator: one number for each row, NaN in the warm-up. `out` is written to and returned instead of
   * new arrays, which saves their memory where an indicator is computed many times.
   *
   * @throws IndicatorError OPTIONS_INVALID: an unknown option, a value outside of its bounds, a column that is missing
   * or has another length, an `out` that lacks a line, has another length or is one of the columns
   */
  (input: IndicatorInput<In>, options?: Partial<P>, out?: IndicatorLines<Out>): IndicatorLines<Out>;
  /**
   * Opens the streaming form.
   *
   * @throws IndicatorError OPTIONS_INVALID: an unknown option, a value outside of its bounds
   */
  stream(options?: Partial<P>): IndicatorStream<In, Out>;
  /**
   * Number of rows before the first one in which every line has a value.
   *
   * @throws IndicatorError OPTIONS_INVALID: an unknown option, a value outside of its bounds
   */
  warmUp(options?: Partial<P>): number;
  /** The facts about the indicator: names, parameters with their bounds, formula. */
  readonly about: IndicatorAbout;
}

/** Everything that makes an indicator. */
export interface Definition<In extends string, P extends object, Out extends string> {
  readonly name: string;
  readonly talib?: string;
  readonly family: IndicatorFamily;
  readonly title: string;
  readonly source?: string;
  readonly inputs: readonly In[];
  readonly parameters?: { readonly [K in keyof Omit<P, "unstablePeriod">]-?: IndicatorParameter };
  /** Set when early values depend on where the series starts, so that some of them may be left out. */
  readonly isUnstable?: true;
  /** Names of the lines; left out for a single one. */
  readonly outputs?: readonly Out[];
  /** Set when each line shows its values as soon as it has them; else all begin on one row. */
  readonly startsApart?: true;
  readonly formula: string;
  /** Adds the steps to a plan. */
  build(plan: Plan, inputs: readonly Line[], parameters: P): Line | readonly Line[];
}

/** Option of indicators whose early values depend on the start of the series. */
export interface UnstablePeriod {
  /** Further values left out after the warm-up. A whole number from 0 to 100,000, default 0. */
  readonly unstablePeriod: number;
}

/** An indicator with its options. */
interface Opened {
  readonly build: Build;
  readonly size: Measure;
  /** Rows at the start of each line that are not shown. */
  readonly hidden: readonly number[];
}

/** Makes an indicator of its definition. */
export function defineIndicator<In extends string, P extends object, Out extends string = "value">(
  definition: Definition<In, P, Out>,
): Indicator<In, P, Out> {
  const { name, inputs, isUnstable, startsApart } = definition;
  const outputs: readonly string[] = definition.outputs ?? ["value"];
  const parameters: Readonly<Record<string, IndicatorParameter>> = {
    ...(definition.parameters as Readonly<Record<string, IndicatorParameter>> | undefined),
    ...(isUnstable ? { unstablePeriod: whole(0, 0) } : {}),
  };
  const isSingle = outputs.length === 1 && outputs[0] === "value";
  const takesValues = inputs.length === 1 && inputs[0] === "values";

  const open = (options: object): Opened => {
    const resolved = resolveParameters(name, parameters, options);
    const build = (plan: Plan, lines: readonly Line[]): readonly Line[] =>
      [definition.build(plan, lines, resolved as P)].flat();
    const size = measure(build, inputs.length);
    const further = Number(resolved["unstablePeriod"] ?? 0);
    const last = Math.max(...size.begins);
    const hidden = size.begins.map((begin) => (startsApart ? begin : last) + further);
    return { build, size, hidden };
  };

  const compute = (
    input: IndicatorInput<In>,
    options: object = {},
    out?: IndicatorLines<Out>,
  ): IndicatorLines<Out> => {
    const columns = columnsOf(name, inputs, takesValues ? { values: input } : input);
    const { build, size, hidden } = open(options);
    const length = columns[0]?.length ?? 0;
    const lines =
      out === undefined
        ? outputs.map(() => new Float64Array(length))
        : linesOf(name, outputs, isSingle ? { value: out } : out, columns);
    const first = firstRow(columns);
    const shown = hidden.map((rows) => Math.min(length, first + rows));
    const isComputed =
      first === length ||
      runInKernels(build, size, columns, first, shown, lines) ||
      runInPlace(build, size, columns, first, lines);
    if (!isComputed) {
      const run = new Run(build, inputs.length, hidden, size.reach, ROWS_AT_ONCE.columns);
      run.columns(columns, first, shown, lines);
    }
    for (const [k, line] of lines.entries()) line.fill(NaN, 0, shown[k]);
    return (out ?? (isSingle ? lines[0] : named(outputs, lines))) as IndicatorLines<Out>;
  };

  const stream = (options: object = {}): IndicatorStream<In, Out> => {
    const { build, size, hidden } = open(options);
    const run = new Run(build, inputs.length, hidden, size.reach, ROWS_AT_ONCE.stream);
    const readers = inputs.map(
      (column) => READERS[column] ?? ((row: Readonly<Record<string, unknown>>) => row[column]),
    );
    const value = (): IndicatorValue<Out> => {
      if (isSingle) return run.output(0) as IndicatorValue<Out>;
      const lines: Record<string, number> = {};
      for (let k = 0; k < outputs.length; k++) lines[outputs[k]!] = run.output(k);
      return lines as IndicatorValue<Out>;
    };
    return {
      next: (row) => {
        run.open();
        if (takesValues) run.set(0, numberIn(name, inputs, row, "values"));
        else {
          const given = (row ?? NOTHING) as Readonly<Record<string, unknown>>;
          for (let k = 0; k < readers.length; k++) {
            run.set(k, numberIn(name, inputs, valueOf(readers[k]!, given), inputs[k]!));
          }
        }
        run.close();
        return value();
      },
      get value() {
        return value();
      },
    };
  };

  const about: IndicatorAbout = {
    name,
    talib: definition.talib ?? null,
    family: definition.family,
    title: definition.title,
    source: definition.source ?? null,
    inputs,
    parameters,
    outputs,
    formula: definition.formula,
  };
  const warmUp = (options: object = {}): number => Math.max(...open(options).hidden);
  return Object.assign(compute, { stream, warmUp, about });
}

/** Index of the first row in which no column is NaN. */
function firstRow(columns: readonly Float64Array[]): number {
  const length = columns[0]?.length ?? 0;
  let row = 0;
  while (row < length && columns.some((column) => Number.isNaN(column[row]))) row++;
  return row;
}

function named<T>(names: readonly string[], items: readonly T[]): Record<string, T> {
  return Object.fromEntries(names.map((name, k) => [name, items[k] as T]));
}

type Reader = (row: Readonly<Record<string, unknown>>) => unknown;

const NOTHING = {};

/** A value of a row; undefined when it cannot be read. */
function valueOf(read: Reader, row: Readonly<Record<string, unknown>>): unknown {
  try {
    return read(row);
  } catch {
    return undefined;
  }
}

/** Readers of the usual columns: a name that is known is read several times faster than one that is looked up. */
const READERS: Readonly<Record<string, Reader>> = {
  time: (row) => row["time"],
  open: (row) => row["open"],
  high: (row) => row["high"],
  low: (row) => row["low"],
  close: (row) => row["close"],
  volume: (row) => row["volume"],
};

function numberIn(
  indicator: string,
  names: readonly string[],
  value: unknown,
  name: string,
): number {
  if (typeof value === "number") return value;
  throw new IndicatorError(
    `${indicator}: expected a row with the numbers ${names.join(", ")}, found no number for ${name}.`,
    { indicator, option: name },
  );
}

/** Lines that a caller gave to be written to. */
function linesOf(
  indicator: string,
  names: readonly string[],
  out: unknown,
  columns: readonly Float64Array[],
): Float64Array[] {
  const length = columns[0]?.length ?? 0;
  const lines = names.map((name) => {
    const line = memberOf(out, name);
    if (line instanceof Float64Array && line.length === length && !columns.includes(line)) {
      return line;
    }
    throw new IndicatorError(
      `${indicator}: expected the lines ${names.join(", ")} to write to as Float64Array of ${length} numbers, none of them a column, found no such ${name}.`,
      { indicator, option: "out" },
    );
  });
  if (new Set(lines).size === lines.length) return lines;
  throw new IndicatorError(
    `${indicator}: expected one array for each of the lines ${names.join(", ")}, found the same one twice.`,
    { indicator, option: "out" },
  );
}
