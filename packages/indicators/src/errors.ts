/** The error of this package, which needs no other package. */

/** Marks the errors of every Bourse package, across realms and duplicated packages. */
const BRAND = Symbol.for("bourse.error");

/** Details of an error: the option or the column that is wrong. */
export interface IndicatorErrorDetails {
  /** Name of the indicator. */
  readonly indicator?: string;
  /** Name of the option. */
  readonly option?: string;
  /** Index of the row, from 0. */
  readonly index?: number;
  /** Name of the field at fault. */
  readonly field?: string;
}

/** An option is unknown or out of bounds, or a column is missing or of another length. */
export class IndicatorError extends Error {
  /** Stable name of the failure for programs. */
  readonly code = "OPTIONS_INVALID";
  /** The option, row or column at fault. */
  readonly details: IndicatorErrorDetails;

  static {
    Object.defineProperty(this.prototype, BRAND, { value: true });
  }

  constructor(message: string, details: IndicatorErrorDetails = {}) {
    super(message);
    this.name = "IndicatorError";
    this.details = details;
  }
}

/** Tells whether a caught value is an error of this package, whichever copy of the package made it. */
export function isIndicatorError(value: unknown): value is IndicatorError {
  return value instanceof Error && BRAND in value && value.name === "IndicatorError";
}
