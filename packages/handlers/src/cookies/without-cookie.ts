/** A login where no cookies are set up. */

import { Problem } from "@bourse/contract";

/** The body of a login without its wish for a cookie. @throws Problem COOKIES_UNAVAILABLE when it has one */
export function withoutCookie<Body extends { readonly session?: "cookie" | undefined }>(
  body: Body,
): Omit<Body, "session"> {
  const { session, ...others } = body;
  if (session === undefined) return others;
  throw new Problem({
    code: "COOKIES_UNAVAILABLE",
    status: 501,
    message:
      "This service keeps no logins in cookies: its operator has to set COOKIE_SESSIONS=yes.",
  });
}
