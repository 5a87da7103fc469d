/** Shape of a command of `bourse-node`. */

import type { NodeEnvironment } from "../environment.ts";
import type { Layout } from "../layout.ts";

/** Exit code of a command: 0 done, 1 refused or failed, 2 called wrongly. */
export type ExitCode = 0 | 1 | 2;

export interface CommandOutput {
  /** A line of output, without a newline at its end. */
  readonly stdout: (text: string) => void;
  /** A line of errors. */
  readonly stderr: (text: string) => void;
  /** Asks for a secret on the terminal without showing it. Default: there is no terminal. */
  readonly askSecret?: (question: string) => Promise<string>;
}

export interface CommandContext extends CommandOutput {
  readonly config: NodeEnvironment;
  readonly layout: Layout;
}

/** undefined: called wrongly. */
export type Command = (
  args: readonly string[],
  context: CommandContext,
) => Promise<ExitCode | undefined>;
