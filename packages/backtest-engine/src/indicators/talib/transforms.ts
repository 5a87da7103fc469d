// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.

import { defineIndicator, type Indicator } from "../flow/indicator.ts";
import type { Span } from "../flow/plan.ts";
import type { NoOptions } from "./options.ts";

type Transform = Indicator<"values", NoOptions>;
type Loop = (x: Float64Array, out: Float64Array, from: number, to: number) => void;

function transform(name: string, title: string, formula: string, loop: Loop): Transform {
  return defineIndicator({
    name,
    talib: name.toUpperCase(),
    family: "transforms",
    title,
    inputs: ["values"],
    formula,
    build: (plan, [line]) =>
      plan.step([line!], 0, (out): Span => {
        const x = line!.values;
        return (from, to) => {
          loop(x, out, from, to);
        };
      }),
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
export const cos: Transform = transform("cos", "Cosine", "cos(x)", (x, out, from, to) => {
  for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) out[i] = Math.cos(x[i]!);
});

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
export const ln: Transform = transform("ln", "Natural logarithm", "ln x", (x, out, from, to) => {
  for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) out[i] = Math.log(x[i]!);
});

/** Decimal logarithm of each value (LOG10); NaN below 0. */
export const log10: Transform = transform(
  "log10",
  "Decimal logarithm",
  "log₁₀ x",
  (x, out, from, to) => {
    for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) out[i] = Math.log10(x[i]!);
  },
);

/** Sine of each value in radians (SIN). */
export const sin: Transform = transform("sin", "Sine", "sin(x)", (x, out, from, to) => {
  for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) out[i] = Math.sin(x[i]!);
});

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
