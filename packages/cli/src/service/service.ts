/** A service as `bourse` knows it: its server, and the commands on its data. */

import {
  describeEnvironment,
  readEnvironment,
  runServer,
  type EnvironmentShape,
  type ServerProgram,
} from "@bourse/http";

import type { CommandSet } from "../command/command-set.ts";
import type { CommandOutput, Variables } from "../command/command.ts";
import { serverCommands } from "./server-commands.ts";

/** The commands of a service, and what `bourse start` and `bourse config` do with it. */
export interface Service extends CommandSet {
  /** Name and version of the server's program, such as `bourse-auth 1.2.0`. */
  readonly version: string;
  /** Starts the server in this process, which it ends. */
  readonly start: (variables: Variables) => Promise<void>;
  /** Prints the values in force of the server's settings, secrets masked. @throws HttpError ENVIRONMENT_INVALID */
  readonly printConfig: (variables: Variables, output: CommandOutput) => void;
}

/** Makes a service of its server and of its own commands, which win over those that every service has. */
export function createService<Shape extends EnvironmentShape>(
  server: ServerProgram<Shape>,
  set: Omit<CommandSet, "name">,
): Service {
  return {
    ...set,
    name: `bourse ${server.name.replace(/^bourse-/, "")}`,
    version: `${server.name} ${server.version}`,
    commands: { ...set.commands, ...serverCommands(server), ...set.commands },
    start: (variables) => runServer({ ...server, variables }),
    printConfig(variables, { stdout }) {
      const config = readEnvironment(server.environment, variables);
      const shown = describeEnvironment(server.environment, config);
      for (const [name, value] of Object.entries(shown)) stdout(`${name}=${value}`);
    },
  };
}
