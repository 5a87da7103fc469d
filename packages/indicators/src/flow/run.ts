// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.

import { kernels, type Kernels } from "./kernels.ts";
import { Plan, type Line } from "./plan.ts";

/** Adds the steps of an indicator to a plan and returns its outputs. */
export type Build = (plan: Plan, inputs: readonly Line[]) => readonly Line[];

/** Rows that are computed at a time: few enough that they stay in the processor's cache. */
const ROWS = 1024;

/** Rows that kernels compute at a time: their columns are copied, which takes a while to begin with. */
const KERNEL_ROWS = 4096;

/** Plan of one indicator with its inputs and outputs, fed with rows from first to last. */
export class Run {
  readonly #plan: Plan;
  readonly #inputs: readonly Line[];
  readonly #outputs: readonly Line[];
  readonly #capacity: number;
  readonly #rows: number;
  /** Rows at the start of each output that are not shown. */
  readonly #hidden: readonly number[];
  #end = 0;
  #isSkipped = false;

  /**
   * Makes a run of an indicator that shows its outputs after `hidden` rows each, looks `reach` rows back and takes up
   * to `rows` rows at a time; in the memory of the kernels if they are given.
   */
  constructor(
    build: Build,
    inputs: number,
    hidden: readonly number[],
    reach: number,
    rows: number,
    given: Kernels | null = null,
  ) {
    this.#rows = Math.max(reach, rows);
    this.#capacity = reach + this.#rows;
    this.#plan = new Plan(this.#capacity + (given === null ? 0 : beyond(reach)), [], given);
    this.#inputs = Array.from({ length: inputs }, () => this.#plan.input());
    this.#outputs = build(this.#plan, this.#inputs);
    this.#hidden = hidden;
  }

  /** Computes the rows of whole columns from `first` on, and writes what is shown of them. */
  columns(
    columns: readonly Float64Array[],
    first: number,
    shown: readonly number[],
    results: readonly Float64Array[],
  ): void {
    const length = columns[0]?.length ?? 0;
    let row = first;
    this.#plan.skipped = row;
    while (row < length) {
      if (this.#end === this.#capacity) this.#end = this.#plan.slide(this.#end);
      const place = this.#end;
      const size = Math.min(this.#rows, this.#capacity - place, length - row);
      for (const [k, { values }] of this.#inputs.entries()) {
        values.set(columns[k]!.subarray(row, row + size), place);
      }
      this.#plan.run(place, place + size);
      this.#end = place + size;
      for (const [k, { values }] of this.#outputs.entries()) {
        const from = Math.max(row, shown[k]!);
        const end = row + size;
        if (from < end) results[k]!.set(values.subarray(place + from - row, place + size), from);
      }
      row += size;
    }
  }

  /** Makes room for one row, whose numbers are then set by `set`. */
  open(): void {
    if (this.#end === this.#capacity) this.#end = this.#plan.slide(this.#end);
  }

  /** Sets a number of the row that was opened. */
  set(input: number, value: number): void {
    this.#inputs[input]!.values[this.#end] = value;
    if (this.#plan.count === 0 && Number.isNaN(value)) this.#isSkipped = true;
  }

  /** Computes the row that was opened; before the first one rows with a NaN are skipped. */
  close(): void {
    const plan = this.#plan;
    if (this.#isSkipped) {
      this.#isSkipped = false;
      plan.skipped++;
      return;
    }
    const place = this.#end;
    plan.run(place, place + 1);
    this.#end = place + 1;
  }

  /** The k-th output after the last row; NaN in its warm-up. */
  output(k: number): number {
    return this.#plan.count > this.#hidden[k]! ? this.#outputs[k]!.values[this.#end - 1]! : NaN;
  }
}

/** Size of an indicator. */
export interface Measure {
  /** Rows that its steps look back. */
  readonly reach: number;
  /** Rows that its steps look back where they use kernels; -1 where none is worth it. */
  readonly kernelReach: number;
  /** Rows before the first value of each output. */
  readonly begins: readonly number[];
  /** Number of buffers. */
  readonly buffers: number;
  /** Numbers of the buffers of the outputs, if each has one of its own; else null. */
  readonly places: readonly number[] | null;
}

/** Measures an indicator. */
export function measure(build: Build, inputs: number): Measure {
  const plan = new Plan(0);
  const lines = Array.from({ length: inputs }, () => plan.input());
  const outputs = build(plan, lines);
  const places = outputs.map((line) => plan.placeOf(line));
  const isApart = new Set([...lines.keys(), ...places]).size === inputs + outputs.length;
  return {
    reach: plan.reach,
    kernelReach: plan.wantsKernels ? Math.max(plan.reach, plan.kernelReach) : -1,
    begins: outputs.map(({ begin }) => begin),
    buffers: plan.size,
    places: isApart ? places : null,
  };
}

/** Rows that kernels write beyond the last one, at most: three of arithmetic, a block of windows. */
const beyond = (reach: number): number => 3 + reach;

/**
 * Computes columns from the row `first` on with kernels, in their memory. False, with nothing computed, where no step
 * has one, there are none, or their memory is too small.
 */
export function runInKernels(
  build: Build,
  { kernelReach: reach, buffers }: Measure,
  columns: readonly Float64Array[],
  first: number,
  shown: readonly number[],
  results: readonly Float64Array[],
): boolean {
  if (reach < 0) return false;
  const given = kernels();
  const rows = reach + Math.max(reach, KERNEL_ROWS) + beyond(reach);
  // Steps take arrays of their own beside the buffers, at most as many.
  if (given === null || !given.fits(2 * buffers + 2, rows)) return false;
  given.begin();
  const run = new Run(build, columns.length, [], reach, KERNEL_ROWS, given);
  run.columns(columns, first, shown, results);
  return true;
}

/** Most rows, and most lines between inputs and outputs, of what is computed in whole columns: 16 MB in all. */
const WHOLE = { rows: 131_072, lines: 16 } as const;

/** Most rows that loops can count, as {@link Span} explains. */
const COUNTABLE = 0x3fff_ffff;

/** Lines between inputs and outputs, kept for the next computation: their content means nothing after it. */
const scratch: Float64Array[] = [];

/**
 * Computes columns from the row `first` on where they are, without a copy into a plan's own buffers and out of them.
 * False, with nothing computed, for what is too large to be computed so.
 */
export function runInPlace(
  build: Build,
  { buffers, places }: Measure,
  columns: readonly Float64Array[],
  first: number,
  results: readonly Float64Array[],
): boolean {
  const length = columns[0]?.length ?? 0;
  const between = buffers - columns.length - results.length;
  if (places === null || length > COUNTABLE) return false;
  if (between > 0 && (between > WHOLE.lines || length > WHOLE.rows)) return false;
  const given = [...columns];
  for (const [k, place] of places.entries()) given[place] = results[k]!;
  for (let number = 0, used = 0; number < buffers; number++) {
    if (given[number] !== undefined) continue;
    if ((scratch[used]?.length ?? 0) < length) scratch[used] = new Float64Array(length);
    given[number] = scratch[used++]!;
  }
  const plan = new Plan(0, given);
  build(
    plan,
    columns.map(() => plan.input()),
  );
  plan.skipped = first;
  // By a few rows at a time: what a step wrote is still in the processor's cache when the next one reads it.
  for (let row = first; row < length; row += ROWS) plan.run(row, Math.min(length, row + ROWS));
  return true;
}

/** Rows of the buffers of a run over whole columns, and of one that is fed row by row. */
export const ROWS_AT_ONCE: Readonly<Record<"columns" | "stream", number>> = {
  columns: ROWS,
  stream: 64,
};
