/**
 * Errors of every Bourse package: a code for programs, a sentence for people, details for logs.
 *
 * Each core closes its own union of codes over {@link BourseError}; none of them knows an HTTP status.
 */

/** Marks our errors across realms and duplicated packages, where `instanceof` lies. */
const BRAND = Symbol.for("bourse.error");

/** The details of an error whose code says all: none. */
export type NoDetails = Readonly<Record<never, never>>;

/** Optional parts of an error: `details` for programs and logs (never a secret), and the error that caused it. */
export interface ErrorOptions<Details extends object = Readonly<Record<string, unknown>>> {
  /** Data for programs and logs, by name. Never a secret. */
  readonly details?: Details | undefined;
  /** The lower-level error or value that led to this one. */
  readonly cause?: unknown;
}

/** The last argument of an error's constructor: required when the code's details have a required member. */
export type ErrorArguments<Details extends object> = NoDetails extends Details
  ? [options?: ErrorOptions<Details>]
  : [options: ErrorOptions<Details> & { readonly details: Details }];

/**
 * An error with a code out of a closed union, and details whose type depends on the code.
 *
 * The message says what was expected, what was found and what to do next; it never holds a secret.
 */
export class BourseError<
  Code extends string = string,
  Details extends object = Readonly<Record<string, unknown>>,
> extends Error {
  /** Stable name of the failure for programs, in upper snake case. */
  readonly code: Code;
  /** Data about the failure for programs and logs; empty when the code says all. */
  readonly details: Details;

  static {
    Object.defineProperty(this.prototype, BRAND, { value: true });
  }

  constructor(code: Code, message: string, ...[options = {}]: ErrorArguments<Details>) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.code = code;
    // Without options the type of the details has no required member.
    this.details = options.details ?? ({} as Details);
  }
}

/** Tells whether `value` is an error of any Bourse package, whichever copy of the package made it. */
export function isBourseError(value: unknown): value is BourseError {
  return typeof value === "object" && value !== null && BRAND in value;
}

/** Tells whether `value` is a Bourse error with one of `codes`. */
export function hasCode<const Code extends string>(
  value: unknown,
  ...codes: readonly Code[]
): value is BourseError<Code> {
  return isBourseError(value) && (codes as readonly string[]).includes(value.code);
}

/**
 * The type of {@link hasCode} for the errors of one package: narrows a caught value to the details of the codes asked
 * for. `Details` maps each code of the package to the type of its details.
 */
export type CodeGuard<Details extends Readonly<Record<keyof Details, object>>> = <
  const Code extends keyof Details & string,
>(
  value: unknown,
  ...codes: readonly Code[]
) => value is { [One in Code]: BourseError<One, Details[One]> }[Code];
