/** Address of a service for callers on the same machine. */

/** Host and port that a service listens on, as its settings say. */
export interface ServiceAddress {
  /** Address or name of this machine, wildcards included. */
  readonly host: string;
  /** TCP port; 0 for one that only the running server knows. */
  readonly port: number;
}

/** The wildcard addresses are no destination; loopback is what they stand for on this machine. */
export function urlHost(host: string): string {
  if (host === "0.0.0.0" || host === "") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}

/** URL of a service on this machine. */
export function urlOf({ host, port }: ServiceAddress): string {
  return `http://${urlHost(host)}:${port}`;
}
