/** Commands that every service has, about its server: whether it is ready, and what is in order. */

import type { EnvironmentShape, ServerProgram } from "@bourse/http";
import { readEnvironment, unknownSentences } from "@bourse/http/environment";
import { isBourseError } from "@bourse/kernel";

import type { Command } from "../command/command.ts";
import { askHealth } from "./ask-health.ts";
import { examineServer } from "./examine-server.ts";
import type { OnStore } from "./outbox-commands.ts";
import { outboxFindings } from "./outbox-findings.ts";

/** Store of a service, for the commands about what waits to leave. */
export interface ServiceOutbox {
  /** Word of the service, such as `auth`. */
  readonly service: string;
  readonly onStore: OnStore;
}

/** The commands `health` and `doctor` of a server. */
export function serverCommands<Shape extends EnvironmentShape>(
  loadServer: () => Promise<ServerProgram<Shape>>,
  { service, onStore }: ServiceOutbox,
): Readonly<Record<"doctor" | "health", Command>> {
  return {
    health: {
      summary: "ask the running server whether it is ready",
      run: async (_, surroundings) => {
        const server = await loadServer();
        const config = readEnvironment(server.environment, surroundings.variables);
        return await askHealth(server.name, server.addressOf(config), surroundings);
      },
    },
    doctor: {
      summary: "say what is in order, what is not, and what to do about it",
      run: async (_, surroundings) => {
        const { variables } = surroundings;
        const server = await loadServer();
        const { name, environment } = server;
        const config = readEnvironment(environment, variables);
        const misspelt = unknownSentences({ ...server, variables });
        const refusal = await refusalOf(() => server.checkSettings?.(config));
        const address = server.addressOf(config);
        const findings =
          refusal === undefined
            ? [
                ...((await server.examine?.(config)) ?? []),
                ...(await outboxFindings(service, surroundings, onStore)),
              ]
            : [];
        const examined = { name, address, config, misspelt, refusal, findings };
        return await examineServer(examined, surroundings);
      },
    },
  };
}

/** The sentence with which settings are refused; undefined when they are not. */
async function refusalOf(check: () => void | Promise<void>): Promise<string | undefined> {
  try {
    await check();
    return undefined;
  } catch (error) {
    if (!isBourseError(error)) throw error;
    return error.message;
  }
}
