import { EngineError } from "../../errors.ts";
import { checkSameLength } from "../window.ts";
import { resolveParameters, whole, type IndicatorParameter } from "./parameters.ts";
import type { Line, Plan } from "./plan.ts";
import { measure, Run, ROWS_AT_ONCE } from "./run.ts";

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
   * @throws EngineError OPTIONS_INVALID: a row that lacks one of the numbers
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
 * Leading NaN of the input count as its warm-up; a NaN after the first value leads to values that mean nothing.
 * `input` is never written to.
 */
export interface Indicator<In extends string, P extends object, Out extends string = "value"> {
  /**
   * Computes the indicator: one number for each row, NaN in the warm-up.
   *
   * @throws EngineError OPTIONS_INVALID: an unknown option, a value outside of its bounds, a column that is missing or
   * has another length
   */
  (input: IndicatorInput<In>, options?: Partial<P>): IndicatorLines<Out>;
  /**
   * Opens the streaming form.
   *
   * @throws EngineError OPTIONS_INVALID: an unknown option, a value outside of its bounds
   */
  stream(options?: Partial<P>): IndicatorStream<In, Out>;
  /**
   * Number of rows before the first one in which every line has a value.
   *
   * @throws EngineError OPTIONS_INVALID: an unknown option, a value outside of its bounds
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

  const open = (options: object, rows: number): { run: Run; hidden: readonly number[] } => {
    const resolved = resolveParameters(name, parameters, options);
    const build = (plan: Plan, lines: readonly Line[]): readonly Line[] =>
      [definition.build(plan, lines, resolved as P)].flat();
    const { reach, begins } = measure(build, inputs.length);
    const further = Number(resolved["unstablePeriod"] ?? 0);
    const last = Math.max(...begins);
    const hidden = begins.map((begin) => (startsApart ? begin : last) + further);
    return { run: new Run(build, inputs.length, hidden, reach, rows), hidden };
  };

  const compute = (input: IndicatorInput<In>, options: object = {}): IndicatorLines<Out> => {
    const columns = columnsOf(name, inputs, takesValues ? { values: input } : input);
    const lines = open(options, ROWS_AT_ONCE.columns).run.columns(columns);
    return (isSingle ? lines[0] : named(outputs, lines)) as IndicatorLines<Out>;
  };

  const stream = (options: object = {}): IndicatorStream<In, Out> => {
    const { run } = open(options, ROWS_AT_ONCE.stream);
    const value = (): IndicatorValue<Out> =>
      (isSingle
        ? run.output(0)
        : named(
            outputs,
            outputs.map((_, k) => run.output(k)),
          )) as IndicatorValue<Out>;
    const rowOf = (row: unknown): readonly number[] => {
      const given = takesValues ? { values: row } : row;
      return inputs.map((column) => numberIn(name, inputs, given, column));
    };
    return {
      next: (row) => {
        run.add(rowOf(row));
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
  const warmUp = (options: object = {}): number => Math.max(...open(options, 0).hidden);
  return Object.assign(compute, { stream, warmUp, about });
}

function named<T>(names: readonly string[], items: readonly T[]): Record<string, T> {
  return Object.fromEntries(names.map((name, k) => [name, items[k] as T]));
}

function numberIn(indicator: string, names: readonly string[], row: unknown, name: string): number {
  const value = (row as Readonly<Record<string, unknown>> | null | undefined)?.[name];
  if (typeof value === "number") return value;
  throw new EngineError(
    "OPTIONS_INVALID",
    `${indicator}: expected a row with the numbers ${names.join(", ")}, found no number for ${name}.`,
    { details: { indicator, option: name } },
  );
}

function columnsOf(indicator: string, names: readonly string[], input: unknown): Float64Array[] {
  const given = (input ?? {}) as Readonly<Record<string, unknown>>;
  const columns = names.map((name) => {
    const column = given[name];
    if (column instanceof Float64Array) return column;
    throw new EngineError(
      "OPTIONS_INVALID",
      `${indicator}: expected the columns ${names.join(", ")} as Float64Array, found no ${name}.`,
      { details: { indicator, option: name } },
    );
  });
  checkSameLength(indicator, ...columns);
  return columns;
}
