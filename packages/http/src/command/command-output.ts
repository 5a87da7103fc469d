/** Output of a command, line by line, without the newline. */
export interface CommandOutput {
  /** Writes a line to standard output. */
  readonly stdout: (line: string) => void;
  /** Writes a line to standard error. */
  readonly stderr: (line: string) => void;
}
