/** Where a command speaks, and how it ended. */

/** 0 done, 1 refused or failed (nothing was changed), 2 called wrongly. */
export type ExitCode = 0 | 1 | 2;

export interface CommandOutput {
  /** A line of output, without a newline at its end. */
  readonly print: (text: string) => void;
  /** A line of errors and warnings. */
  readonly complain: (text: string) => void;
  /** Redraws the one line of progress; an empty text wipes it. Nothing when nobody watches. */
  readonly progress: (text: string) => void;
}
