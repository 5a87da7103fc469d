/**
 * Logins in cookies, where the server keeps them so: what this browser stores then opens nothing by itself. Elsewhere
 * the secret of a remembered device is kept here, and goes along with the next login.
 */

import { watchedFetch } from "./connection.ts";
import { serverHealth } from "./server-health.ts";

const LOGINS = /\/auth\/(?:register|login|login\/factor|oidc\/login|passkeys\/login)$/;
/** Logins that a remembered device helps in. */
const HELPED = /\/auth\/(?:login|login\/factor|oidc\/login)$/;
/** Name of the secret in the browser's storage. */
const DEVICE = "bourse remembered device";

type Fields = Readonly<Record<string, unknown>>;

/**
 * `watchedFetch` that asks for a cookie with each login, where `GET /health` says that there are some, and else sends
 * and keeps the secret of a remembered device, which bodies call `deviceField`.
 */
export function loginFetch(deviceField: "deviceSecret" | "device_secret"): typeof fetch {
  return async (input, init) => {
    const body = init?.method === "POST" ? init.body : undefined;
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    if (!LOGINS.test(url.pathname) || typeof body !== "string") {
      return await watchedFetch(input, init);
    }
    const isInCookies = await keepsCookies();
    const secret = isInCookies || !HELPED.test(url.pathname) ? null : localStorage.getItem(DEVICE);
    const more = isInCookies ? { session: "cookie" } : secret && { [deviceField]: secret };
    const fields = { ...(JSON.parse(body) as Fields), ...more };
    const answer = await watchedFetch(input, { ...init, body: JSON.stringify(fields) });
    if (answer.ok && !isInCookies) keepSecret(deviceField, await answer.clone().json());
    return answer;
  };
}

/** Keeps the next secret of this device, where an answer has one. */
function keepSecret(field: string, answer: unknown): void {
  const { data, ...whole } = answer as Fields;
  const secret = ((data ?? whole) as Fields)[field];
  if (typeof secret === "string") localStorage.setItem(DEVICE, secret);
}

async function keepsCookies(): Promise<boolean> {
  return (await serverHealth()).cookies === true;
}
