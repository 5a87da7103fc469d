/** Exact decimals: money, quantities and fees, wherever a float would lose a cent. */

import { anyBigint } from "../checked-calls.ts";
import { checkInteger, refuseArgument } from "../checks.ts";
import { KernelError } from "../kernel-error.ts";
import { integerOption } from "../option-rules.ts";
import { resolveOptions } from "../options.ts";
import { formatParts, parseParts, partsOfNumber } from "./decimal-text.ts";
import { checkMode, divideRounded, type RoundingMode } from "./rounding.ts";

/** The most digits behind the point that a result may be asked for. */
const MAX_SCALE = 1000;

const DEFAULTS = { maxDigits: 100 };
const PARSE_OPTIONS = { maxDigits: integerOption({ min: 1, default: DEFAULTS.maxDigits }) };

/**
 * An immutable decimal number, exactly `units · 10^−scale`, in reduced form: equal values have equal fields.
 *
 * Sums, differences and products are exact, whatever their length; only what names a rounding mode rounds.
 */
export class Decimal {
  /** The number 0. */
  static readonly zero: Decimal = new Decimal(0n, 0);

  /** Integer coefficient: the value is `units · 10^−scale`. */
  readonly units: bigint;
  /** Digits behind the point; the last one is never 0. */
  readonly scale: number;

  private constructor(units: bigint, scale: number) {
    let [reduced, digits] = [units, units === 0n ? 0 : scale];
    while (digits > 0 && reduced % 10n === 0n) {
      reduced /= 10n;
      digits--;
    }
    this.units = reduced;
    this.scale = digits;
    Object.freeze(this);
  }

  /**
   * Reads `-?digits(.digits)?`: no plus sign, exponent, blank, leading zero or bare point.
   *
   * @throws KernelError DECIMAL_INVALID: other text, or more than `maxDigits` (default 100) digits
   */
  static parse(text: string, options?: { readonly maxDigits?: number }): Decimal {
    const { maxDigits } =
      options === undefined ? DEFAULTS : resolveOptions("Decimal.parse", options, PARSE_OPTIONS);
    const { units, scale } = parseParts(text, maxDigits);
    return new Decimal(units, scale);
  }

  /**
   * The shortest decimal that reads back as this float: 0.1 becomes 0.1, not its 55 binary digits.
   *
   * @throws KernelError DECIMAL_INVALID for NaN and infinities
   */
  static fromNumber(value: number): Decimal {
    const { units, scale } = partsOfNumber(value);
    return new Decimal(units, scale);
  }

  /** units · 10^−scale; scale 0 (default) to 1000. @throws KernelError ARGUMENT_INVALID */
  static fromUnits(units: bigint, scale = 0): Decimal {
    anyBigint("units", units);
    checkScale(scale);
    return new Decimal(units, scale);
  }

  /** −1, 0 or 1. */
  get sign(): -1 | 0 | 1 {
    if (this.units === 0n) return 0;
    return this.units < 0n ? -1 : 1;
  }

  /** Returns the exact sum. @throws KernelError ARGUMENT_INVALID */
  plus(other: Decimal): Decimal {
    checkDecimal("other", other);
    const scale = Math.max(this.scale, other.scale);
    return new Decimal(unitsAt(this, scale) + unitsAt(other, scale), scale);
  }

  /** Returns the exact difference. @throws KernelError ARGUMENT_INVALID */
  minus(other: Decimal): Decimal {
    checkDecimal("other", other);
    return this.plus(other.negated());
  }

  /** Returns the exact product. @throws KernelError ARGUMENT_INVALID */
  times(other: Decimal): Decimal {
    checkDecimal("other", other);
    return new Decimal(this.units * other.units, this.scale + other.scale);
  }

  /**
   * The quotient with at most `scale` (0–1000) digits behind the point, rounded once, from the exact value.
   *
   * @throws KernelError DECIMAL_DIVISION_BY_ZERO, ARGUMENT_INVALID
   */
  dividedBy(divisor: Decimal, scale: number, mode: RoundingMode): Decimal {
    checkDecimal("divisor", divisor);
    checkScale(scale);
    checkMode(mode);
    if (divisor.units === 0n) {
      throw new KernelError("DECIMAL_DIVISION_BY_ZERO", `${this.toString()} was divided by zero.`);
    }
    const sign = divisor.units < 0n ? -1n : 1n;
    const dividend = sign * this.units * powerOfTen(divisor.scale + scale);
    const positive = sign * divisor.units * powerOfTen(this.scale);
    return new Decimal(divideRounded(dividend, positive, mode), scale);
  }

  /** Returns the value with the opposite sign. */
  negated(): Decimal {
    return new Decimal(-this.units, this.scale);
  }

  /** Returns the absolute value. */
  absolute(): Decimal {
    return this.units < 0n ? this.negated() : this;
  }

  /** −1 when this is below `other`, 1 above, 0 equal: fit for `sort`. @throws KernelError ARGUMENT_INVALID */
  compare(other: Decimal): -1 | 0 | 1 {
    return this.minus(other).sign;
  }

  /** Returns true when both are the same number. @throws KernelError ARGUMENT_INVALID */
  equals(other: Decimal): boolean {
    checkDecimal("other", other);
    return this.units === other.units && this.scale === other.scale;
  }

  /** Rounds to at most `scale` (0–1000) digits behind the point. @throws KernelError ARGUMENT_INVALID */
  rounded(scale: number, mode: RoundingMode): Decimal {
    checkScale(scale);
    checkMode(mode);
    if (scale >= this.scale) return this;
    return new Decimal(divideRounded(this.units, powerOfTen(this.scale - scale), mode), scale);
  }

  /**
   * The multiple of `step` (a lot, a tick) next to this value.
   *
   * @throws KernelError ARGUMENT_INVALID unless `step` is above zero
   */
  roundedToStep(step: Decimal, mode: RoundingMode): Decimal {
    checkDecimal("step", step);
    checkMode(mode);
    if (step.sign !== 1) {
      throw new KernelError(
        "ARGUMENT_INVALID",
        `"step" must be above 0, found ${step.toString()}.`,
        {
          details: { argument: "step" },
        },
      );
    }
    const scale = Math.max(this.scale, step.scale);
    const steps = divideRounded(unitsAt(this, scale), unitsAt(step, scale), mode);
    return new Decimal(steps * step.units, step.scale);
  }

  /** Canonical: no exponent, no trailing zero, no −0; `Decimal.parse` reads it back. */
  toString(): string {
    return formatParts(this);
  }

  /** The canonical text, so that JSON carries every digit. */
  toJSON(): string {
    return this.toString();
  }

  /**
   * Formats with exactly `scale` (0–1000) digits behind the point, rounded by `mode` (default half-even).
   *
   * @throws KernelError ARGUMENT_INVALID
   */
  toFixed(scale: number, mode: RoundingMode = "half-even"): string {
    return formatParts({ units: unitsAt(this.rounded(scale, mode), scale), scale });
  }

  /** The nearest float. @throws KernelError DECIMAL_INVALID past ±1.8e308, where there is none */
  toNumber(): number {
    const value = Number(this.toString());
    if (Number.isFinite(value)) return value;
    throw new KernelError(
      "DECIMAL_INVALID",
      "The decimal is too large for a floating-point number.",
    );
  }
}

/** The value's units at a scale of at least its own. */
function unitsAt(value: Decimal, scale: number): bigint {
  return value.units * powerOfTen(scale - value.scale);
}

function powerOfTen(exponent: number): bigint {
  return 10n ** BigInt(exponent);
}

/** Another copy of this package has a class of its own. */
function checkDecimal(name: string, value: Decimal): void {
  if (value instanceof Decimal || isLikeDecimal(value)) return;
  refuseArgument(name, "a Decimal", value);
}

function isLikeDecimal(value: unknown): boolean {
  try {
    const { units, scale } = value as Partial<Decimal>;
    return typeof units === "bigint" && Number.isSafeInteger(scale);
  } catch {
    return false;
  }
}

function checkScale(scale: number): void {
  checkInteger("scale", scale, { min: 0, max: MAX_SCALE });
}
