// Indices stay within the arrays, so `!` on array reads only satisfies the type checker.

import type { KernelLoops, Kernels } from "./kernels.ts";

/** A column of numbers inside a plan: an input, or the output of a step. */
export interface Line {
  /** Buffer of the plan; the present values lie where the plan says. */
  readonly values: Float64Array;
  /** Rows at the start of the series without a value. */
  readonly begin: number;
}

/**
 * Loop of a step over the buffer's rows `[from, to)`. `seen` is the number of rows that the step took before `from`. It
 * may read `lookback` rows before `from` and keeps everything else that it needs between two calls.
 *
 * Hot loops run from `from & 0x3fffffff` to `to & 0x3fffffff`: of numbers below 2³⁰ V8 knows that their sums are no
 * greater than a 32-bit integer, so that it does not check each addition, which would take a fifth of a short loop's
 * time. A constant of that name would not do, for its value is not known where the loop is compiled.
 */
export type Span = (from: number, to: number, seen: number) => void;

interface Step {
  readonly first: number;
  readonly span: Span;
}

/**
 * Steps of one indicator over shared buffers, in the order in which they are computed.
 *
 * A series is computed by spans of many rows and a stream by spans of one row, through the same loops: that is why both
 * have the same bits. Where a step takes a kernel for a series, that has the same bits too. What a step writes before
 * its first value is never read.
 */
export class Plan {
  /** Most rows that a step reads before the present one. */
  reach = 0;
  /** Rows that were skipped before the first one, because an input was NaN. */
  skipped = 0;
  /** Rows computed so far. */
  count = 0;
  /** Set by a step that is worth the copies into the memory of the kernels and out of it. */
  wantsKernels = false;
  /** Most rows that a step reads before the present one where it uses kernels. */
  kernelReach = 0;
  readonly #capacity: number;
  readonly #given: readonly Float64Array[];
  readonly #kernels: Kernels | null;
  readonly #buffers: Float64Array[] = [];
  readonly #steps: Step[] = [];

  /**
   * Makes an empty plan whose buffers hold `capacity` rows; those that are `given`, by number, are taken instead. With
   * `kernels` all buffers lie in their memory.
   */
  constructor(
    capacity: number,
    given: readonly Float64Array[] = [],
    kernels: Kernels | null = null,
  ) {
    this.#capacity = capacity;
    this.#given = given;
    this.#kernels = kernels;
  }

  /** Number of buffers. */
  get size(): number {
    return this.#buffers.length;
  }

  /** Number of a line's buffer: they are counted in the order in which they are added. */
  placeOf({ values }: Line): number {
    return this.#buffers.indexOf(values);
  }

  /** Adds a line that the caller fills. */
  input(): Line {
    return { values: this.#buffer(), begin: 0 };
  }

  /** Adds a step with one output, whose first value comes `lookback` rows after those of all its inputs. */
  step(inputs: readonly Line[], lookback: number, open: (out: Float64Array) => Span): Line {
    const values = this.#buffer();
    return { values, begin: this.#add(inputs, lookback, open(values)) };
  }

  /** Adds a step with two outputs; else as `step`. */
  twin(
    inputs: readonly Line[],
    lookback: number,
    open: (one: Float64Array, other: Float64Array) => Span,
  ): [Line, Line] {
    const [one, other] = this.group(inputs, lookback, 2, (outs) => open(outs[0]!, outs[1]!));
    return [one!, other!];
  }

  /** Adds a step with `count` outputs; else as `step`. */
  group(
    inputs: readonly Line[],
    lookback: number,
    count: number,
    open: (outs: readonly Float64Array[]) => Span,
  ): Line[] {
    const outs = Array.from({ length: count }, () => this.#buffer());
    const begin = this.#add(inputs, lookback, open(outs));
    return outs.map((values) => ({ values, begin }));
  }

  /** Keeps `rows` rows before the present one for a step that reads further back than its own lookback. */
  look(rows: number): void {
    this.reach = Math.max(this.reach, rows);
  }

  /**
   * Loops of the kernels, where the buffers lie in their memory; else null, and the step has to do without them. They
   * have the same bits, read up to `reach` rows before the first one and write up to `reach` rows beyond the last one.
   */
  kernels(reach: number): KernelLoops | null {
    this.wantsKernels = true;
    return this.lightKernels(reach);
  }

  /** The same for a step whose kernel is not worth the copies by itself. */
  lightKernels(reach: number): KernelLoops | null {
    this.kernelReach = Math.max(this.kernelReach, reach);
    if (this.#kernels === null) return null;
    this.look(reach);
    return this.#kernels.loops;
  }

  /** An array of zeros for a step, in the memory of the kernels if the buffers lie there. */
  array(length: number): Float64Array {
    return this.#kernels?.array(length).fill(0) ?? new Float64Array(length);
  }

  /** Rows of a buffer. */
  get capacity(): number {
    return this.#capacity;
  }

  /** Computes the rows `[from, to)` of the buffers, which follow all rows before them. */
  run(from: number, to: number): void {
    const { count } = this;
    const steps = this.#steps;
    for (let k = 0; k < steps.length; k++) {
      const { first, span } = steps[k]!;
      if (first <= count) span(from, to, count - first);
      else if (from + first - count < to) span(from + first - count, to, 0);
    }
    this.count = count + to - from;
  }

  /** Moves the last `reach` rows before `end` to the front of the buffers and returns their number. */
  slide(end: number): number {
    const kept = Math.min(this.reach, end);
    if (kept > 0) for (const buffer of this.#buffers) buffer.copyWithin(0, end - kept, end);
    return kept;
  }

  #buffer(): Float64Array {
    const buffer =
      this.#given[this.#buffers.length] ??
      this.#kernels?.array(this.#capacity) ??
      new Float64Array(this.#capacity);
    this.#buffers.push(buffer);
    return buffer;
  }

  #add(inputs: readonly Line[], lookback: number, span: Span): number {
    const first = Math.max(0, ...inputs.map(({ begin }) => begin));
    this.#steps.push({ first, span });
    this.look(lookback);
    return first + lookback;
  }
}

/** The same line with its first `rows` values left out: what it feeds starts so much later. */
export function delayed({ values, begin }: Line, rows: number): Line {
  return { values, begin: begin + rows };
}
