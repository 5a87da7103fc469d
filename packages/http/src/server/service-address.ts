/** Address of a service for callers on the same machine. */

import { urlHost } from "./url-host.ts";

/** Host and port that a service listens on, as its settings say. */
export interface ServiceAddress {
  /** Address or name of this machine, wildcards included. */
  readonly host: string;
  /** TCP port; 0 for one that only the running server knows. */
  readonly port: number;
}

/** URL of a service on this machine. */
export function urlOf({ host, port }: ServiceAddress): string {
  return `http://${urlHost(host)}:${port}`;
}
