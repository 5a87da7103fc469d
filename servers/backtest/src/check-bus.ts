/** The bus that this server may use: orders and jobs go over it, and whoever may write to it can give them. */

import { isLoopback } from "@bourse/http/environment";
import { busAddress, KernelError } from "@bourse/kernel";

import type { BacktestEnvironment } from "./environment.ts";

type Settings = Pick<
  BacktestEnvironment,
  | "BUS_URL"
  | "BUS_CREDENTIALS_FILE"
  | "BUS_CA_FILE"
  | "BUS_ACCEPT_UNSIGNED"
  | "NODE_ENV"
  | "EXECUTION_ALLOW_LIVE"
>;

/**
 * True when strangers must be kept off the bus: orders may move real money, or this is production, and the bus is on
 * another machine.
 *
 * @throws KernelError OPTION_INVALID for a BUS_URL that is no address
 */
export function isBusProtected(config: Settings): boolean {
  const { BUS_URL: url, NODE_ENV, EXECUTION_ALLOW_LIVE } = config;
  if (url === undefined || url === "memory:") return false;
  if (NODE_ENV !== "production" && EXECUTION_ALLOW_LIVE === "no") return false;
  return busAddress(url).servers.some((server) => !isLoopback(hostOf(server)));
}

/**
 * Passes for a bus that is in this process or on this machine, for one with a login and TLS, and for one where nothing
 * is at stake. Where orders may move real money, a bus that takes what nobody signed never passes.
 *
 * @throws KernelError OPTION_INVALID for any other bus, and for a BUS_URL that is no address
 */
export function checkBus(config: Settings): void {
  if (config.BUS_ACCEPT_UNSIGNED === "yes" && config.EXECUTION_ALLOW_LIVE === "yes") {
    throw new KernelError(
      "OPTION_INVALID",
      "EXECUTION_ALLOW_LIVE=yes lets orders move real money, and BUS_ACCEPT_UNSIGNED=yes would take them from anybody on the bus. Remove BUS_ACCEPT_UNSIGNED: stop all processes, then start them on the new release.",
      { details: { option: "BUS_ACCEPT_UNSIGNED" } },
    );
  }
  if (config.BUS_URL === undefined || !isBusProtected(config)) return;
  const { user, token, isEncrypted } = busAddress(config.BUS_URL);
  const hasLogin =
    user !== undefined || token !== undefined || config.BUS_CREDENTIALS_FILE !== undefined;
  if (hasLogin && isEncrypted) return;
  const stake =
    config.EXECUTION_ALLOW_LIVE === "yes"
      ? "EXECUTION_ALLOW_LIVE=yes lets orders move real money"
      : "NODE_ENV is production";
  const lacks = [
    ...(hasLogin
      ? []
      : ["credentials: set BUS_URL=tls://user:password@host:port, or BUS_CREDENTIALS_FILE"]),
    ...(isEncrypted
      ? []
      : [
          "TLS: set BUS_URL=tls://…, and BUS_CA_FILE where the certificate is signed by an authority of your own",
        ]),
  ];
  throw new KernelError(
    "OPTION_INVALID",
    `${stake}, and the bus of BUS_URL is on another machine, where whoever reaches it could place orders and start jobs. It lacks ${lacks.join("; and ")}.`,
    { details: { option: "BUS_URL" } },
  );
}

function hostOf(server: string): string {
  return new URL(`nats://${server}`).hostname.replace(/^\[|\]$/gu, "");
}
