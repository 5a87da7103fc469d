/** Addresses of buses between processes, as BUS_URL gives them. */

import { anyText } from "../checked-calls.ts";
import { KernelError } from "../kernel-error.ts";

/** Servers and credentials of a connection to a bus. */
export interface BusAddress {
  /** Servers as `host:port`, of one cluster; an IPv6 address in brackets. */
  readonly servers: readonly string[];
  /** True when the connection must be encrypted. */
  readonly isEncrypted: boolean;
  /** User name; absent without one. */
  readonly user?: string;
  /** Password; absent without one. */
  readonly password?: string;
  /** Token; absent without one. */
  readonly token?: string;
}

/**
 * Parses the address of a bus: `nats://host:port`, `nats://user:password@host:port`, `nats://token@host:port`,
 * `tls://…` for an encrypted connection; the servers of a cluster are separated by commas and have one protocol and one
 * login. Default port: 4222.
 *
 * @throws KernelError OPTION_INVALID; ARGUMENT_INVALID for a value that is no text
 */
export function busAddress(url: string): BusAddress {
  anyText("url", url);
  const parts = url.split(",").map((part) => part.trim());
  const parsed = parts.map((part) => parse(part));
  const [first] = parsed;
  if (first === undefined) throw invalid(url, "it is empty");
  if (parsed.some(({ protocol }) => protocol !== first.protocol)) {
    throw invalid(url, "its servers differ in their protocol");
  }
  const [credentials = first, ...others] = parsed.filter(
    ({ username, password }) => username !== "" || password !== "",
  );
  if (others.some((one) => loginOf(one) !== loginOf(credentials))) {
    throw invalid(url, "its servers differ in their credentials");
  }
  if (credentials.username === "" && credentials.password !== "") {
    throw invalid(url, "its password has no user");
  }
  const user = decodeURIComponent(credentials.username);
  const password = decodeURIComponent(credentials.password);
  return {
    servers: parsed.map(({ host }) => host),
    isEncrypted: first.protocol === "tls:",
    ...(user !== "" && (password === "" ? { token: user } : { user, password })),
  };
}

function loginOf({ username, password }: URL): string {
  return `${username}:${password}`;
}

/** Hides the credentials of an address, for logs. Text that is no address is hidden as a whole up to its last `@`. */
export function maskBusUrl(url: string): string {
  anyText("url", url);
  return url
    .split(",")
    .map((part) => part.replace(/^(\s*[a-z]+:\/\/)?.*@/su, "$1***@"))
    .join(",");
}

function parse(part: string): URL {
  const url = URL.canParse(part) ? new URL(part) : undefined;
  if (url === undefined || (url.protocol !== "nats:" && url.protocol !== "tls:")) {
    throw invalid(part, "its protocol is neither nats nor tls");
  }
  if (url.hostname === "") throw invalid(part, "its host is missing");
  if (!/^\/?$/u.test(url.pathname) || url.search !== "" || url.hash !== "") {
    throw invalid(part, "nothing may follow the port");
  }
  return url;
}

function invalid(url: string, why: string): KernelError {
  return new KernelError(
    "OPTION_INVALID",
    `The address of a bus must be nats://host:port, with credentials nats://user:password@host:port, but "${maskBusUrl(url)}" is not one: ${why}.`,
    { details: { option: "url" } },
  );
}
