// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.

import { Plan, type Line } from "./plan.ts";

/** Adds the steps of an indicator to a plan and returns its outputs. */
export type Build = (plan: Plan, inputs: readonly Line[]) => readonly Line[];

/** Rows that are computed at a time: few enough that they stay in the processor's cache. */
const ROWS = 1024;

/** Plan of one indicator with its inputs and outputs, fed with rows from first to last. */
export class Run {
  readonly #plan: Plan;
  readonly #inputs: readonly Line[];
  readonly #outputs: readonly Line[];
  readonly #capacity: number;
  /** Rows at the start of each output that are not shown. */
  readonly #hidden: readonly number[];
  #end = 0;

  /** Makes a run of an indicator that shows its outputs after `hidden` rows each and looks `reach` rows back. */
  constructor(
    build: Build,
    inputs: number,
    hidden: readonly number[],
    reach: number,
    rows: number,
  ) {
    this.#capacity = reach + Math.max(reach, rows);
    this.#plan = new Plan(this.#capacity);
    this.#inputs = Array.from({ length: inputs }, () => this.#plan.input());
    this.#outputs = build(this.#plan, this.#inputs);
    this.#hidden = hidden;
  }

  /** Computes whole columns, the first rows of which may be NaN. */
  columns(columns: readonly Float64Array[]): Float64Array[] {
    const length = columns[0]?.length ?? 0;
    let row = 0;
    while (row < length && columns.some((column) => Number.isNaN(column[row]))) row++;
    const shown = this.#hidden.map((rows) => Math.min(length, row + rows));
    const results = shown.map((from) => new Float64Array(length).fill(NaN, 0, from));
    this.#plan.skipped = row;
    while (row < length) {
      if (this.#end === this.#capacity) this.#end = this.#plan.slide(this.#end);
      const place = this.#end;
      const size = Math.min(ROWS, this.#capacity - place, length - row);
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
    return results;
  }

  /** Adds one row; its outputs are then those that `output` tells. Rows with a NaN are skipped before the first one. */
  add(row: readonly number[]): void {
    const plan = this.#plan;
    if (plan.count === 0 && row.some((value) => Number.isNaN(value))) {
      plan.skipped++;
      return;
    }
    if (this.#end === this.#capacity) this.#end = plan.slide(this.#end);
    const place = this.#end;
    for (let k = 0; k < row.length; k++) this.#inputs[k]!.values[place] = row[k]!;
    plan.run(place, place + 1);
    this.#end = place + 1;
  }

  /** The k-th output after the last row; NaN in its warm-up. */
  output(k: number): number {
    return this.#plan.count > this.#hidden[k]! ? this.#outputs[k]!.values[this.#end - 1]! : NaN;
  }
}

/** Size of an indicator: how far its steps look back, and the rows before each output's first value. */
export function measure(
  build: Build,
  inputs: number,
): { reach: number; begins: readonly number[] } {
  const plan = new Plan(0);
  const lines = Array.from({ length: inputs }, () => plan.input());
  const begins = build(plan, lines).map(({ begin }) => begin);
  return { reach: plan.reach, begins };
}

/** Rows of the buffers of a run over whole columns, and of one that is fed row by row. */
export const ROWS_AT_ONCE: Readonly<Record<"columns" | "stream", number>> = {
  columns: ROWS,
  stream: 64,
};
