/** Address of a service for callers on the same machine. */

import { anyText, objectOf, wholeNumber } from "@bourse/kernel";

import { urlHost } from "./url-host.ts";

/** Host and port that a service listens on, as its settings say. */
export interface ServiceAddress {
  /** Address or name of this machine, wildcards included. */
  readonly host: string;
  /** TCP port; 0 for one that only the running server knows. */
  readonly port: number;
}

const anyAddress = objectOf({ host: anyText, port: wholeNumber({ min: 0, max: 65_535 }) });

/** URL of a service on this machine. @throws KernelError ARGUMENT_INVALID */
export function urlOf(address: ServiceAddress): string {
  anyAddress("address", address);
  const { host, port } = address;
  return `http://${urlHost(host)}:${port}`;
}
