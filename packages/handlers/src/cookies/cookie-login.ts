/** A login in a cookie: its tokens, and the one value of it that a page may know. */

import { isSameInConstantTime, randomBytes, toBase64url } from "@bourse/kernel/platform";

import { COOKIE_ATTRIBUTES, cookieValue } from "./cookie-value.ts";

/** The content of a cookie. */
export interface CookieLogin {
  /** Access token. */
  readonly access: string;
  /** Refresh token. */
  readonly refresh: string;
  /**
   * The page's token: the value that a page is given in the place of tokens, the same one for the whole login. It opens
   * nothing without the cookie, and whoever knows it has read an answer of this server, which no foreign page can.
   */
  readonly page: string;
}

/** The tokens' own characters, so that no value can end the cookie or begin another attribute. */
const VALUE = /^([\w.-]{1,3000})~([\w.-]{1,512})~(cs_[\w-]{43})$/;
/** Browsers shorten it to 400 days; the session's own end is the server's to judge. */
const MAX_AGE_SECONDS = 34_560_000;

/** The header `Set-Cookie` that keeps a login. */
export function keepingCookie(name: string, { access, refresh, page }: CookieLogin): string {
  return `${name}=${access}~${refresh}~${page}; Max-Age=${MAX_AGE_SECONDS}; ${COOKIE_ATTRIBUTES}`;
}

/** The header `Set-Cookie` that removes a login. */
export function removingCookie(name: string): string {
  return `${name}=; Max-Age=0; ${COOKIE_ATTRIBUTES}`;
}

/** The login in the header `Cookie`; undefined without one, and when there are several. */
export function cookieLogin(name: string, header: unknown): CookieLogin | undefined {
  const match = VALUE.exec(cookieValue(name, header) ?? "");
  if (match === null) return undefined;
  const [, access = "", refresh = "", page = ""] = match;
  return { access, refresh, page };
}

/** A token for the page of a new login. */
export function newPageToken(): string {
  return `cs_${toBase64url(randomBytes(32))}`;
}

/** True when `given` is the page's token of this login. */
export function isPageToken(given: string, { page }: CookieLogin): boolean {
  return isSameInConstantTime(given, page);
}
