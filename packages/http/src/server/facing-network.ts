import { anyText, isLoopback, refuseArgument } from "@bourse/kernel";

/**
 * Names a socket for the first screen when other machines can reach it, such as `external API 0.0.0.0:8081`; else
 * nothing. `port` may be a URL with the port.
 *
 * @throws KernelError ARGUMENT_INVALID
 */
export function facingNetwork(name: string, host: string, port: number | string): string[] {
  anyText("name", name);
  const isUrl = typeof port === "string" && URL.canParse(port);
  if (!isUrl && !Number.isInteger(port)) {
    refuseArgument("port", "a port or a URL", port);
  }
  if (isLoopback(host)) return [];
  const shown = typeof port === "number" ? port : new URL(port).port;
  return [`${name} ${host.includes(":") ? `[${host}]` : host}:${shown}`];
}
