/** A service as `bourse` knows it: its server, and the commands on its data. */

import type { EnvironmentShape, ServerProgram } from "@bourse/http";
import { describeEnvironment, readEnvironment } from "@bourse/http/environment";

import type { CommandSet } from "../command/command-set.ts";
import type { CommandOutput, Variables } from "../command/command.ts";
import { outboxCommands } from "./outbox-commands.ts";
import { serverCommands, type ServiceOutbox } from "./server-commands.ts";
import { webhookCommands } from "./webhook-commands.ts";

/** The commands of a service, and what `bourse start` and `bourse config` do with it. */
export interface Service extends CommandSet {
  /** Resolves to the name and version of the server's program, such as `bourse-auth 1.2.0`. */
  readonly version: () => Promise<string>;
  /** Starts the server in this process, which it ends. */
  readonly start: (variables: Variables) => Promise<void>;
  /** Prints the values in force of the server's settings, secrets masked. @throws HttpError ENVIRONMENT_INVALID */
  readonly printConfig: (variables: Variables, output: CommandOutput) => Promise<void>;
}

/**
 * Makes a service of its own commands, which win over those that every service has; `outbox` opens its store.
 * The server takes long to load: `loadServer` is called by what needs it alone.
 */
export function createService<Shape extends EnvironmentShape>(
  loadServer: () => Promise<ServerProgram<Shape>>,
  set: CommandSet,
  outbox: ServiceOutbox,
): Service {
  const common = {
    ...serverCommands(loadServer, outbox),
    ...outboxCommands(outbox.onStore),
    ...webhookCommands(outbox.onStore),
  };
  return {
    ...set,
    commands: { ...set.commands, ...common, ...set.commands },
    async version() {
      const { name, version } = await loadServer();
      return `${name} ${version}`;
    },
    async start(variables) {
      const [server, { runServer }] = await Promise.all([loadServer(), import("@bourse/http")]);
      await runServer({ ...server, variables });
    },
    async printConfig(variables, { stdout }) {
      const { environment } = await loadServer();
      const shown = describeEnvironment(environment, readEnvironment(environment, variables));
      for (const [name, value] of Object.entries(shown)) stdout(`${name}=${value}`);
    },
  };
}
