/** Exit code of a command: 0 done, 1 refused or failed (nothing was changed), 2 wrong usage. */
export type ExitCode = 0 | 1 | 2;

/** Output of a command, line by line, without the newline. */
export interface CommandOutput {
  /** Writes a line to standard output. */
  readonly stdout: (line: string) => void;
  /** Writes a line to standard error. */
  readonly stderr: (line: string) => void;
}
