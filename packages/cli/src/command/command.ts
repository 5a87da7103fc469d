/** A command as data: its flags, help and errors come from this one description. */

/** Exit code of a command: 0 done, 1 refused or failed (nothing was changed), 2 called wrongly. */
export type ExitCode = 0 | 1 | 2;

/** Output of a command, line by line, without the newline. */
export interface CommandOutput {
  /** Writes a line to standard output. */
  readonly stdout: (line: string) => void;
  /** Writes a line to standard error. */
  readonly stderr: (line: string) => void;
}

/** Environment variables by name. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Settings, output and terminal of a command. */
export interface Surroundings extends CommandOutput {
  /** Environment variables that the settings are read from. */
  readonly variables: Variables;
  /** Redraws the progress line; an empty text clears it. Default: no progress is shown. */
  readonly progress?: (text: string) => void;
  /** Asks a question on the terminal that is answered by yes or no. Default: there is no terminal. */
  readonly askYesOrNo?: ((question: string) => Promise<boolean>) | undefined;
  /** Asks for a secret on the terminal without showing it; undefined at Ctrl-C. Default: there is no terminal. */
  readonly askSecret?: ((question: string) => Promise<string | undefined>) | undefined;
}

/** One flag of a command. Its name, without dashes, is its key in a {@link FlagTable}. */
export interface Flag {
  /** Word for the value, as the help shows it. Absent for a flag without a value. */
  readonly value?: string;
  /** True when the flag may be given several times. Default false: a second one is refused. */
  readonly isMany?: boolean;
  /** Effect of the flag, for the help, without a full stop. */
  readonly description: string;
  /** Value without the flag, for the help. Default: none. */
  readonly default?: string;
  /** Heading of the help that the flag stands under. Default `Flags`. */
  readonly heading?: string;
}

/** Flags of a command by their names. */
export type FlagTable = Readonly<Record<string, Flag>>;

/** One argument of a command that is no flag. */
export interface Argument {
  /** Word for the argument, as the help shows it. */
  readonly name: string;
  /** True for an argument that may be left out. Default false. */
  readonly isOptional?: boolean;
  /** True for the last argument when it takes all words that follow. Default false. */
  readonly isMany?: boolean;
  /** Meaning of the argument, for the help, without a full stop. */
  readonly description: string;
}

/** The values of flags by name. */
export type Flags = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** Flags and arguments as they were typed. */
export interface CommandLine {
  /** Values of the flags that were given. */
  readonly flags: Flags;
  /** The arguments in their order. */
  readonly words: readonly string[];
}

/** A command. */
export interface Command {
  /** Effect of the command, without a full stop. */
  readonly summary: string;
  /** More about it, for its own help. Default: nothing. */
  readonly details?: string;
  /** Flags that the command applies or refuses; it has no other. Default: none. */
  readonly flags?: FlagTable;
  /** Arguments in their order. Default: none. */
  readonly takes?: readonly Argument[];
  /** Command lines for its help, after the name of the command. Default: none. */
  readonly examples?: readonly string[];
  /** Advice for when the running server has the data, beside stopping it. Default: nothing. */
  readonly whileRunning?: string;
  /**
   * Runs the command. Resolves to its exit code, or to nothing for 0.
   *
   * @throws UsageError when flags or arguments do not fit each other; any BourseError
   */
  readonly run: (line: CommandLine, surroundings: Surroundings) => Promise<ExitCode | void>;
}

/** Commands by their words, such as `users disable`. */
export type CommandTable = Readonly<Record<string, Command>>;

/** Wrong usage of a command: exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The text of a flag; undefined where it was not given. */
export function textFlag(flags: Flags, name: string): string | undefined {
  const value = flags[name];
  return typeof value === "string" ? value : undefined;
}
