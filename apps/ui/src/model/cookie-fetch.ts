/** Logins in cookies, where the server keeps them so: what this browser stores then opens nothing by itself. */

import { watchedFetch } from "./connection.ts";
import { serverHealth } from "./server-health.ts";

const LOGINS = /\/auth\/(?:register|login|login\/factor|passkeys\/login)$/;

/** `watchedFetch` that asks for a cookie with each login, where `GET /health` says that there are some. */
export const cookieFetch: typeof fetch = async (input, init) => {
  const body = init?.method === "POST" ? init.body : undefined;
  const url = new URL(input instanceof Request ? input.url : input, location.href);
  if (!LOGINS.test(url.pathname) || typeof body !== "string" || !(await keepsCookies())) {
    return await watchedFetch(input, init);
  }
  const fields = JSON.parse(body) as Readonly<Record<string, unknown>>;
  return await watchedFetch(input, {
    ...init,
    body: JSON.stringify({ ...fields, session: "cookie" }),
  });
};

async function keepsCookies(): Promise<boolean> {
  return (await serverHealth()).cookies === true;
}
