/** Shape of a command of `bourse-node`. */

import type { CommandOutput, ExitCode } from "@bourse/http";

import type { NodeEnvironment } from "../environment.ts";
import type { Layout } from "../layout.ts";

/** Output of a command, and a prompt for secrets. */
export interface NodeCommandOutput extends CommandOutput {
  /** Asks for a secret on the terminal without showing it. Default: there is no terminal. */
  readonly askSecret?: (question: string) => Promise<string>;
}

export interface CommandContext extends NodeCommandOutput {
  readonly config: NodeEnvironment;
  readonly layout: Layout;
}

/** undefined: called wrongly. */
export type Command = (
  args: readonly string[],
  context: CommandContext,
) => Promise<ExitCode | undefined>;
