/** Addresses with a login, which `fetch` refuses with a message that repeats them. */

import { anyText } from "./checked-calls.ts";
import { refuseArgument } from "./checks.ts";

/** An address without its login, and the headers that carry the login. */
export interface UrlAndLogin {
  /** The address without user and password. */
  readonly url: string;
  /** The header `authorization` (HTTP Basic, RFC 7617); empty for an address without a login. */
  readonly headers: {
    /** The login; absent for an address without one. */
    readonly authorization?: string;
  };
}

/**
 * Splits an address into what `fetch` takes and the header of its login. No message contains `url`.
 *
 * @throws KernelError ARGUMENT_INVALID
 */
export function splitLogin(url: string): UrlAndLogin {
  anyText("url", url);
  if (!URL.canParse(url)) refuseArgument("url", "an absolute URL", "***");
  const bare = new URL(url);
  const { username, password } = bare;
  if (username === "" && password === "") return { url: bare.href, headers: {} };
  bare.username = "";
  bare.password = "";
  const login = new TextEncoder().encode(`${decoded(username)}:${decoded(password)}`);
  const authorization = `Basic ${btoa(String.fromCharCode(...login))}`;
  return { url: bare.href, headers: { authorization } };
}

/** A login that was written without escapes is taken as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
