/** Decimals as text: the strict grammar that is read, and the canonical form that is written. */

import { KernelError } from "../kernel-error.ts";

/** A value as units · 10^−scale, not necessarily reduced. */
export interface DecimalParts {
  readonly units: bigint;
  readonly scale: number;
}

/** An optional minus, digits without a leading zero, and optionally a point with at least one digit behind it. */
const GRAMMAR = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/u;
/** Text that `String` makes of a finite number. */
const NUMBER = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:e([+-][0-9]+))?$/u;

/** @throws KernelError DECIMAL_INVALID: not of the grammar, or more than `maxDigits` digits in all */
export function parseParts(text: string, maxDigits: number): DecimalParts {
  if (typeof text !== "string") refuse("text", typeof text);
  // A sign and a point come on top; the length is checked first, so that a long text costs nothing.
  if (text.length > maxDigits + 2) {
    refuse(`at most ${maxDigits} digits`, `text of ${text.length} characters`);
  }
  if (!GRAMMAR.test(text)) refuse("a decimal such as 12.50 or -3", JSON.stringify(text));
  const point = text.indexOf(".");
  const scale = point < 0 ? 0 : text.length - point - 1;
  const digits = text.length - (point < 0 ? 0 : 1) - (text.startsWith("-") ? 1 : 0);
  if (digits > maxDigits) refuse(`at most ${maxDigits} digits`, `${digits}`);
  return { units: BigInt(text.replace(".", "")), scale };
}

/** The shortest decimal that reads back as this very number. @throws KernelError DECIMAL_INVALID: NaN or an infinity */
export function partsOfNumber(value: number): DecimalParts {
  if (typeof value !== "number") refuse("a finite number", typeof value);
  const match = NUMBER.exec(String(value));
  if (match === null) return refuse("a finite number", String(value));
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = match;
  const units = BigInt(`${sign}${whole}${fraction}`);
  const scale = fraction.length - Number(exponent);
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 };
}

/** Exactly `scale` digits behind the point, no exponent, no sign of a zero. */
export function formatParts({ units, scale }: DecimalParts): string {
  const sign = units < 0n ? "-" : "";
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, "0");
  if (scale === 0) return `${sign}${digits}`;
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

function refuse(expected: string, found: string): never {
  throw new KernelError("DECIMAL_INVALID", `Expected ${expected}, found ${found}.`);
}
