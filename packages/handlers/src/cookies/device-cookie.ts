/** The secret of a remembered device in a cookie, which no script can read and a logout leaves. */

import { COOKIE_ATTRIBUTES, cookieValue } from "./cookie-value.ts";

const SECRET = /^rd_[\w-]{1,190}$/;
/** The server forgets a device sooner: 365 days at most. */
const MAX_AGE_SECONDS = 31_536_000;

/** The header `Set-Cookie` that keeps the secret of a device. */
export function keepingDevice(name: string, secret: string): string {
  return `${name}=${secret}; Max-Age=${MAX_AGE_SECONDS}; ${COOKIE_ATTRIBUTES}`;
}

/** The secret in the header `Cookie`; undefined without one, and when there are several. */
export function deviceCookie(name: string, header: unknown): string | undefined {
  const value = cookieValue(name, header);
  return value !== undefined && SECRET.test(value) ? value : undefined;
}
