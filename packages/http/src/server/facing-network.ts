import { isLoopback } from "../caller/is-loopback.ts";

/**
 * Names a socket for the first screen when other machines can reach it, such as `external API 0.0.0.0:8081`; else
 * nothing. `port` may be a URL with the port.
 */
export function facingNetwork(name: string, host: string, port: number | string): string[] {
  if (isLoopback(host)) return [];
  const shown = typeof port === "number" ? port : new URL(port).port;
  return [`${name} ${host.includes(":") ? `[${host}]` : host}:${shown}`];
}
