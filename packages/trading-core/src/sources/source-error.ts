/** Errors of the sources of strategies. */

import { BourseError, type ErrorArguments, type NoDetails } from "@bourse/kernel";

/** A fault in the source of a strategy. */
export interface SourceFault {
  /** Line of the fault, from 1; 1 where no line is at fault. */
  readonly line: number;
  /** Column of the fault in UTF-16 code units, from 1; 1 where it is not known. */
  readonly column: number;
  /** Sentence that says what is wrong, for people. */
  readonly message: string;
}

/** Details of a {@link SourceError} by its code. */
export interface SourceErrorDetails {
  /** The source cannot be loaded as the strategy that it is saved as; nothing was written. */
  readonly SOURCE_INVALID: {
    /** The faults in the order of their lines, at least one. */
    readonly faults: readonly SourceFault[];
  };
  /** The file holds another text than the one that the change starts from; nothing was written. */
  readonly VERSION_MISMATCH: {
    /** SHA-256 in hexadecimal of what the file holds; null when there is no file. */
    readonly sha256: string | null;
  };
  /** The service neither shows nor takes sources, or cannot write its folder. */
  readonly STRATEGY_EDITING_UNAVAILABLE: NoDetails;
}

/** Code of a {@link SourceError}. */
export type SourceErrorCode = keyof SourceErrorDetails;

/** A call about the source of a strategy that was refused. */
export class SourceError<Code extends SourceErrorCode = SourceErrorCode> extends BourseError<
  Code,
  SourceErrorDetails[Code]
> {
  constructor(code: Code, message: string, ...options: ErrorArguments<SourceErrorDetails[Code]>) {
    super(code, message, ...options);
  }
}
