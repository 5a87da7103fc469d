import { BourseError, hasCode, type CodeGuard, type ErrorArguments } from "@bourse/kernel";

/** The details of each error code of this package. */
export interface OutboxErrorDetails {
  /**
   * The receiver will never take this entry: `deliver` rejects with it so that the entry becomes a dead letter at once.
   */
  readonly DELIVERY_REFUSED: {
    /** Status that the receiver answered, such as 550 of SMTP. */
    readonly status?: number;
  };
  /** There is no dead letter with this id. */
  readonly ENTRY_NOT_FOUND: {
    /** Id that was given. */
    readonly id: string;
  };
  /** The store was set back, as by a backup that was restored, and what waited in it is held. */
  readonly STORE_SET_BACK: {
    /** Number of entries that are held. */
    readonly held: number;
  };
  /** The address of the mail server cannot be used. */
  readonly SMTP_URL_INVALID: {
    /** Name of the option at fault. */
    readonly option: string;
  };
  /** The package `nodemailer`, which sends mail by SMTP, is not installed. */
  readonly NODEMAILER_MISSING: {
    /** Name of the package. */
    readonly package: string;
  };
}

/** Codes of the errors of this package; {@link OutboxErrorDetails} describes each. */
export type OutboxErrorCode = keyof OutboxErrorDetails;

/** An error of this package; its code determines the type of its details. */
export class OutboxError<Code extends OutboxErrorCode = OutboxErrorCode> extends BourseError<
  Code,
  OutboxErrorDetails[Code]
> {
  constructor(code: Code, message: string, ...options: ErrorArguments<OutboxErrorDetails[Code]>) {
    super(code, message, ...options);
  }

  /** Narrows `error instanceof OutboxError` to all codes; for a generic class TypeScript would infer `any`. */
  static override [Symbol.hasInstance](value: unknown): value is OutboxError {
    return super[Symbol.hasInstance](value);
  }
}

/** Tells whether a caught value is an error of this package with one of the codes, and narrows its details. */
export const isOutboxError: CodeGuard<OutboxErrorDetails> =
  hasCode as CodeGuard<OutboxErrorDetails>;
