/**
 * Errors of every Bourse package: a code for programs, a sentence for people, details for logs.
 *
 * Each core closes its own union of codes over {@link BourseError}; none of them knows an HTTP status.
 */

/** Marks our errors across realms and duplicated packages, where `instanceof` lies. */
const BRAND = Symbol.for("bourse.error");

/** What an error may carry beside its code and sentence. Never a secret: details reach logs. */
export interface ErrorOptions<Details extends object = Readonly<Record<string, unknown>>> {
  readonly details?: Details;
  readonly cause?: unknown;
}

/**
 * An error with a code out of a closed union.
 *
 * The message says what was expected, what was found and what to do next; it never holds a secret.
 */
export class BourseError<Code extends string = string> extends Error {
  readonly code: Code;
  readonly details: Readonly<Record<string, unknown>>;

  static {
    Object.defineProperty(this.prototype, BRAND, { value: true });
  }

  constructor(code: Code, message: string, options: ErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.code = code;
    this.details = options.details ?? {};
  }
}

/** Whether `value` is an error of any Bourse package, whichever copy of the package made it. */
export function isBourseError(value: unknown): value is BourseError {
  return typeof value === "object" && value !== null && BRAND in value;
}

/** Whether `value` is a Bourse error with one of `codes`. */
export function hasCode<const Code extends string>(
  value: unknown,
  ...codes: readonly Code[]
): value is BourseError<Code> {
  return isBourseError(value) && (codes as readonly string[]).includes(value.code);
}
