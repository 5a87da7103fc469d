// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.

import { defineIndicator, type Indicator } from "../flow/indicator.ts";
import type { KernelLoops, RowFunction } from "../flow/kernels.ts";
import type { Plan, Span } from "../flow/plan.ts";
import { cosine, decimalLogarithm, logarithm, sine } from "../steps/elementary.ts";
import { spanOfRows } from "../steps/kernel-spans.ts";
import type { NoOptions } from "./options.ts";

type Transform = Indicator<"values", NoOptions>;
type Loop = (x: Float64Array, out: Float64Array, from: number, to: number) => void;

type SpanOf = (plan: Plan, x: Float64Array, out: Float64Array) => Span;

function defineTransform(name: string, title: string, formula: string, spanOf: SpanOf): Transform {
  return defineIndicator({
    name,
    talib: name.toUpperCase(),
    family: "transforms",
    title,
    inputs: ["values"],
    formula,
    build: (plan, [line]) => plan.step([line!], 0, (out) => spanOf(plan, line!.values, out)),
  });
}

function transform(name: string, title: string, formula: string, loop: Loop): Transform {
  return defineTransform(name, title, formula, (_, x, out) => (from, to) => {
    loop(x, out, from, to);
  });
}

/** A function of one number that a kernel computes with the same bits. */
function elementary(
  name: string,
  title: string,
  formula: string,
  compute: (value: number) => number,
  kernelOf: (loops: KernelLoops) => RowFunction,
): Transform {
  return defineTransform(name, title, formula, (plan, x, out) => {
    const kernels = plan.kernels(0);
    if (kernels !== null) return spanOfRows(kernelOf(kernels), compute, x, out);
    return (from, to) => {
      for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) out[i] = compute(x[i]!);
    };
  });
}

/** Arc cosine of each value in radians (ACOS); NaN outside of -1–1. */
export const acos: Transform = transform("acos", "Arc cosine", "acos(x)", (x, out, from, to) => {
  for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) out[i] = Math.acos(x[i]!);
});

/** Arc sine of each value in radians (ASIN); NaN outside of -1–1. */
export const asin: Transform = transform("asin", "Arc sine", "asin(x)", (x, out, from, to) => {
  for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) out[i] = Math.asin(x[i]!);
});

/** Arc tangent of each value in radians (ATAN). */
export const atan: Transform = transform("atan", "Arc tangent", "atan(x)", (x, out, from, to) => {
  for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) out[i] = Math.atan(x[i]!);
});

/** Least whole number not below each value (CEIL). */
export const ceil: Transform = transform("ceil", "Ceiling", "⌈x⌉", (x, out, from, to) => {
  for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) out[i] = Math.ceil(x[i]!);
});

/** Cosine of each value in radians (COS). */
export const cos: Transform = elementary(
  "cos",
  "Cosine",
  "cos(x)",
  cosine,
  (loops) => loops.cosines,
);

/** Hyperbolic cosine of each value (COSH). */
export const cosh: Transform = transform(
  "cosh",
  "Hyperbolic cosine",
  "cosh(x)",
  (x, out, from, to) => {
    for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) out[i] = Math.cosh(x[i]!);
  },
);

/** Exponential of each value, e to its power (EXP). */
export const exp: Transform = transform("exp", "Exponential", "eˣ", (x, out, from, to) => {
  for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) out[i] = Math.exp(x[i]!);
});

/** Greatest whole number not above each value (FLOOR). */
export const floor: Transform = transform("floor", "Floor", "⌊x⌋", (x, out, from, to) => {
  for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) out[i] = Math.floor(x[i]!);
});

/** Natural logarithm of each value (LN); NaN below 0. */
export const ln: Transform = elementary(
  "ln",
  "Natural logarithm",
  "ln x",
  logarithm,
  (loops) => loops.logarithms,
);

/** Decimal logarithm of each value (LOG10); NaN below 0. */
export const log10: Transform = elementary(
  "log10",
  "Decimal logarithm",
  "log₁₀ x",
  decimalLogarithm,
  (loops) => loops.decimalLogarithms,
);

/** Sine of each value in radians (SIN). */
export const sin: Transform = elementary("sin", "Sine", "sin(x)", sine, (loops) => loops.sines);

/** Hyperbolic sine of each value (SINH). */
export const sinh: Transform = transform(
  "sinh",
  "Hyperbolic sine",
  "sinh(x)",
  (x, out, from, to) => {
    for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) out[i] = Math.sinh(x[i]!);
  },
);

/** Square root of each value (SQRT); NaN below 0. */
export const sqrt: Transform = transform("sqrt", "Square root", "√x", (x, out, from, to) => {
  for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) out[i] = Math.sqrt(x[i]!);
});

/** Tangent of each value in radians (TAN). */
export const tan: Transform = transform("tan", "Tangent", "tan(x)", (x, out, from, to) => {
  for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) out[i] = Math.tan(x[i]!);
});

/** Sizes from which the hyperbolic tangent is 1 to the last bit: 1 - tanh(19.1) is less than half of the last one. */
const WHOLE_TANGENT = 22;

/** Hyperbolic tangent of each value (TANH). */
export const tanh: Transform = transform(
  "tanh",
  "Hyperbolic tangent",
  "tanh(x)",
  (x, out, from, to) => {
    for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) {
      const value = x[i]!;
      // Of prices, which are seldom so small that it has to be computed.
      if (value > WHOLE_TANGENT) out[i] = 1;
      else out[i] = Math.tanh(value);
    }
  },
);
