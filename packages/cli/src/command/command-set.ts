/** The commands behind one word of `bourse`, with what their help says beside them. */

import type { CommandTable } from "./command.ts";

/** Commands with a common name, such as those of a service. */
export interface CommandSet {
  /** Words before each command, such as `bourse auth`. */
  readonly name: string;
  /** Purpose of the commands, in one sentence. */
  readonly about: string;
  readonly commands: CommandTable;
  /** Full command lines for the help. */
  readonly examples: readonly string[];
  /** Sentences under the help. Default: none. */
  readonly notes?: string;
  /** An error's message in the words of a terminal; `args` are the words typed. Default: as it is. */
  readonly messageOf?: (
    error: { readonly code: string; message: string },
    args: readonly string[],
  ) => string;
}
