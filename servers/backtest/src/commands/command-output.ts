/** The output of a command and its exit code. */

/** Exit code: 0 success, 1 failure (nothing was changed), 2 wrong usage. */
export type ExitCode = 0 | 1 | 2;

export interface CommandOutput {
  /** Prints a line of output; the text has no newline at its end. */
  readonly print: (text: string) => void;
  /** Prints a line of errors and warnings. */
  readonly stderr: (text: string) => void;
  /** Redraws the progress line; an empty text clears it. No-op without a terminal. */
  readonly progress: (text: string) => void;
}
