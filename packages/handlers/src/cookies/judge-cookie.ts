/** The question for each request, whether its cookie counts. */

import type { Incoming } from "@bourse/contract";

import { type CookieLogin, cookieLogin, isPageToken } from "./cookie-login.ts";

/** Header that carries the page's token where `Authorization` does not. */
const TOKEN_HEADER = "x-csrf-token";

/** Parts of a request that tell whether its cookie counts. */
type Asking = Pick<Incoming, "method" | "headers">;

/** Origins of the service's own pages. */
export interface OwnOrigins {
  /** Origin under which people see the service beside the host that they call; undefined for none. */
  readonly publicOrigin: () => string | undefined;
}

/**
 * The login of a request that proves to come from a page of this service: a read without other credentials that no
 * foreign page has caused, or any request with the page's token.
 */
export function judgedLogin(
  name: string,
  own: OwnOrigins,
  incoming: Asking,
): CookieLogin | undefined {
  const { method, headers } = incoming;
  const login = cookieLogin(name, headers["cookie"]);
  if (login === undefined) return undefined;
  const given = tokenOf(incoming);
  if (given !== undefined) {
    return isPageToken(given, login) && isOwnPage(own, incoming) ? login : undefined;
  }
  const isAnother = "authorization" in headers || "x-api-key" in headers;
  const isRead = method === "GET" || method === "HEAD";
  return !isAnother && isRead && isOwnRead(incoming) ? login : undefined;
}

/** The page's token that a request carries; undefined for none. */
function tokenOf({ headers }: Asking): string | undefined {
  const { authorization } = headers;
  const bearer =
    typeof authorization === "string"
      ? /^bearer +(cs_[\w-]+)$/i.exec(authorization)?.[1]
      : undefined;
  if (bearer !== undefined || authorization !== undefined) return bearer;
  const header = headers[TOKEN_HEADER];
  return typeof header === "string" ? header : undefined;
}

/** True for a request whose `Origin` is the service's own; a read need not have one. */
export function isOwnPage(own: OwnOrigins, incoming: Asking): boolean {
  const { method, headers } = incoming;
  const { origin, host } = headers;
  if (origin === undefined) return method === "GET" || method === "HEAD";
  if (typeof origin !== "string" || !URL.canParse(origin)) return false;
  return origin === own.publicOrigin() || new URL(origin).host === host;
}

/** False for a read that the browser says another page has caused. */
function isOwnRead({ headers }: Asking): boolean {
  const site = headers["sec-fetch-site"];
  return site === undefined || site === "same-origin" || site === "none";
}

/** True where a browser keeps a cookie that is `Secure`: over HTTPS, and on the reader's own machine. */
export function keepsCookies({ isSecure, headers }: Incoming): boolean {
  const { host } = headers;
  const isLoopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/.test(String(host));
  return isSecure !== false || isLoopback;
}
