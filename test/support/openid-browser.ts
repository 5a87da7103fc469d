/** The way of a browser through a sign-in with the provider `acme`, from the page of a service back to it. */

import { createHash } from "node:crypto";

import { expect } from "vitest";

/** The page, as PUBLIC_URL names it. */
export const PAGE = "https://accounts.example";
export const CALLBACK: string = `${PAGE}/api/v1/auth/oidc/acme/callback`;
export const VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
export const CHALLENGE: string = createHash("sha256").update(VERIFIER).digest("base64url");

interface Service {
  readonly url: string;
}

/** The answer of a route that a browser calls by itself. */
export const visit = (server: Service, path: string, headers = {}): Promise<Response> =>
  fetch(new URL(path, `${server.url}/api/v1/`), {
    redirect: "manual",
    headers: { connection: "close", ...headers },
  });

/** The redirect that a sign-in at the provider `acme` begins with. */
export const start = (server: Service, headers = {}): Promise<Response> =>
  visit(server, `auth/oidc/acme/start?challenge=${CHALLENGE}`, headers);

/** The query that the provider sends the browser back with. */
export async function back(server: Service): Promise<string> {
  const begun = await start(server);
  const end = await browse(begun.headers.get("location") ?? "", ({ origin }) => origin === PAGE);
  expect(`${end.origin}${end.pathname}`).toBe(CALLBACK);
  return end.search;
}

/** The address of the own page that a sign-in ends at. */
export async function landing(server: Service): Promise<string> {
  const answer = await visit(server, `auth/oidc/acme/callback${await back(server)}`);
  expect(answer.status).toBe(302);
  expect(answer.headers.getSetCookie()).toEqual([]);
  return answer.headers.get("location") ?? "";
}

/** The code in that address. */
export const codeIn = (address: string): string =>
  address.split(`${PAGE}/#signed-in=`)[1] ?? address;

/** Follows redirects from an address as a browser with cookies does, to the first that `isEnd` names. */
async function browse(from: string, isEnd: (url: URL) => boolean): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = new URL(from);
  for (let steps = 0; steps < 20 && !isEnd(url); steps++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(url, { redirect: "manual", headers: { cookie } });
    for (const one of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(one) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get("location");
    if (location === null) throw new Error(`${answer.status}: ${await answer.text()}`);
    url = new URL(location, url);
  }
  return url;
}
