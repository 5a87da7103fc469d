/** Findings about the bus, for the command `doctor` and for readiness. */

import { silentLogger, type ServerFinding } from "@bourse/http";
import { busAddress, hasCode, isBourseError } from "@bourse/kernel";
import { openServiceBus, STORED_KEY } from "@bourse/trading-core/process";

import { busKeysOf } from "./bus-keys.ts";
import type { BacktestEnvironment } from "./environment.ts";
import { loadNats } from "./load-nats.ts";
import { busOptions, sharedBusUrl } from "./open-bus.ts";

/** The sentence of a process that takes what nobody signed; undefined for any other. */
export function unsignedWarning(
  config: Pick<BacktestEnvironment, "BUS_URL" | "BUS_ACCEPT_UNSIGNED">,
): string | undefined {
  if (sharedBusUrl(config) === undefined || config.BUS_ACCEPT_UNSIGNED === "no") return undefined;
  return "BUS_ACCEPT_UNSIGNED is yes: whoever reaches the bus can call this process. Remove it once every process signs.";
}

/** Says whether strangers can reach the bus, and what signs its messages. Never rejects. */
export async function examineBus(config: BacktestEnvironment): Promise<readonly ServerFinding[]> {
  const url = sharedBusUrl(config);
  if (url === undefined) {
    return [
      { kind: "ok", sentence: "the bus is inside of the server's process: nobody else reaches it" },
    ];
  }
  const warning = unsignedWarning(config);
  try {
    return [
      await openness(config, busAddress(url).servers.join(", ")),
      { kind: "ok", sentence: signedBy(await busKeysOf(config)) },
      ...(warning === undefined ? [] : [{ kind: "note" as const, sentence: warning }]),
    ];
  } catch (error) {
    if (!isBourseError(error)) throw error;
    return [{ kind: "problem", sentence: error.message }];
  }
}

function signedBy(keys: readonly string[]): string {
  const named = [
    ...(keys.some((key) => key !== STORED_KEY) ? ["BUS_KEY"] : []),
    ...(keys.length === 0 || keys.includes(STORED_KEY) ? ["the key that the store keeps"] : []),
  ];
  return `what goes over the bus is signed with ${named.join(" and ")}`;
}

/** Connects as a server does that uses no bus which lets in everybody. */
async function openness(config: BacktestEnvironment, servers: string): Promise<ServerFinding> {
  const bus = await openServiceBus({
    ...busOptions(config),
    isLoginRequired: true,
    clientName: "bourse-backtest doctor",
    openShared: async (options) => (await loadNats()).openNatsBus(options),
    logger: silentLogger,
  });
  try {
    await bus.probe();
    return { kind: "ok", sentence: `the bus at ${servers} lets nobody in without credentials` };
  } catch (error) {
    if (!hasCode(error, "BUS_UNAVAILABLE")) throw error;
    return error.details["isOpenToAll"] === true
      ? {
          kind: "note",
          sentence: `the bus at ${servers} is open: it lets in everybody, who then can read and disturb what goes over it; give it users`,
        }
      : {
          kind: "problem",
          sentence: `the bus at ${servers} cannot be reached with the credentials of BUS_URL`,
        };
  } finally {
    await bus.close();
  }
}
