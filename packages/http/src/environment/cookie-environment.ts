/** The variable of logins in cookies, which servers with accounts and a page read. */

import { choiceVariable, type Variable } from "./variables.ts";

/** Spread into the shape of a server with accounts and a page. */
export interface CookieEnvironment {
  /**
   * Logins in cookies for the server's own pages, over HTTPS or on this machine. Default `no`: no answer sets a cookie,
   * and no request is judged by one.
   */
  readonly COOKIE_SESSIONS: Variable<"no" | "yes">;
}

/** The environment variable of logins in cookies, with its default. */
export const cookieEnvironment: CookieEnvironment = {
  COOKIE_SESSIONS: choiceVariable(["no", "yes"], "no"),
};
