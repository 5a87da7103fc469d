/** Start and end of the listening of a node's three servers. */

import { facingNetwork } from "@bourse/http";

import type { NodeEnvironment } from "../environment.ts";
import type { NodeServers } from "./create-servers.ts";
import type { Ports } from "./servers-options.ts";

/** Base URLs of the three APIs. */
export interface ServerUrls {
  readonly internal: string;
  readonly external: string;
  readonly dashboard: string;
}

/** @throws HttpError PORT_IN_USE and the like */
export async function listen(servers: NodeServers, config: NodeEnvironment): Promise<ServerUrls> {
  const internal = await servers.internal.listen({
    host: config.INTERNAL_API_HOST,
    port: config.INTERNAL_API_PORT,
  });
  const external = await servers.external.listen({
    host: config.EXTERNAL_API_HOST,
    port: config.EXTERNAL_API_PORT,
  });
  const dashboard = await servers.dashboard.listen({
    host: config.DASHBOARD_API_HOST,
    port: config.DASHBOARD_API_PORT,
  });
  return { internal: internal.url, external: external.url, dashboard: dashboard.url };
}

/** The ports in the settings; 0 for any free one. */
export function portsIn(config: NodeEnvironment): Ports {
  return {
    internal_api: config.INTERNAL_API_PORT,
    external_api: config.EXTERNAL_API_PORT,
    dashboard: config.DASHBOARD_API_PORT,
  };
}

/** The ports in use. */
export function portsOf(urls: ServerUrls): Ports {
  const portOf = (url: string): number => Number(new URL(url).port);
  return {
    internal_api: portOf(urls.internal),
    external_api: portOf(urls.external),
    dashboard: portOf(urls.dashboard),
  };
}

/** The sockets that other machines can reach, for the first screen; by default with the ports in the settings. */
export function facingSockets(
  config: NodeEnvironment,
  urls: Readonly<Record<keyof ServerUrls, string | number>> = {
    internal: config.INTERNAL_API_PORT,
    external: config.EXTERNAL_API_PORT,
    dashboard: config.DASHBOARD_API_PORT,
  },
): readonly string[] {
  return [
    ...facingNetwork("internal API", config.INTERNAL_API_HOST, urls.internal),
    ...facingNetwork("external API", config.EXTERNAL_API_HOST, urls.external),
    ...facingNetwork("dashboard", config.DASHBOARD_API_HOST, urls.dashboard),
    ...facingNetwork("peers (UDP)", config.P2P_HOST, config.P2P_PORT),
  ];
}

/** Time that running requests get when the node stops. */
const REQUEST_DEADLINE_MILLISECONDS = 5000;

/** Ends the listening once running requests are answered, or after their time. */
export async function drainServers({ internal, external, dashboard }: NodeServers): Promise<void> {
  const options = { deadlineMilliseconds: REQUEST_DEADLINE_MILLISECONDS };
  await Promise.all([internal.drain(options), external.drain(options), dashboard.drain(options)]);
}
