/** Sign-in with OpenID providers: the page keeps a verifier, and only it can redeem the code that comes back. */

import { prefixOfApi } from "./client.ts";

/** Aim of a sign-in: a login, or another way in for the account. */
export type Aim = "login" | "link";

interface Begun {
  readonly verifier: string;
  readonly aim: Aim;
}

const KEY = "bourse-access-sign-in";

/** Sends the browser to a provider. */
export async function begin(provider: string, aim: Aim): Promise<void> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const challenge = base64url(
    new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier))),
  );
  const prefix = await prefixOfApi();
  sessionStorage.setItem(KEY, JSON.stringify({ verifier, aim } satisfies Begun));
  location.assign(`${prefix}/auth/oidc/${provider}/start?challenge=${challenge}`);
}

/** Takes the sign-in that this tab has begun, which works once; undefined when it has begun none. */
export function takeBegun(): Begun | undefined {
  const text = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return text === null ? undefined : (JSON.parse(text) as Begun);
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCodePoint(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
