/** Exit code of a command: 0 success, 1 failure, 2 wrong usage. */
export type ExitCode = 0 | 1 | 2;

/** Output streams of a command. */
export interface CommandOutput {
  /** Writes a line of output; `text` has no newline at its end. */
  readonly stdout: (text: string) => void;
  /** Writes a line of errors. */
  readonly stderr: (text: string) => void;
}
