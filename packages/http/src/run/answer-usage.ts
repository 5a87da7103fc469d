/** The answer of a command line to a call for help, and to words that are no command. */

/** Output of a command, line by line, without the newline. */
interface CommandOutput {
  readonly stdout: (line: string) => void;
  readonly stderr: (line: string) => void;
}

/**
 * Prints `usage` when `args` ask for help; otherwise says on standard error that they are no complete command of the
 * program `name`, and prints it there. Returns the exit code: 0 for help, 2 for wrong usage.
 */
export function answerUsage(
  name: string,
  args: readonly string[],
  usage: string,
  { stdout, stderr }: CommandOutput,
): 0 | 2 {
  if (args.length === 1 && /^(?:--help|-h|help)$/.test(args[0] ?? "")) {
    stdout(usage);
    return 0;
  }
  stderr(
    `"${name} ${args.join(" ")}" is no command: a word is not known, missing, or one too many.\n`,
  );
  stderr(usage);
  return 2;
}
