/** Sign-in with OpenID providers: the page keeps a verifier, and only it can redeem the code that comes back. */

/** Aim of a sign-in: a login, or another way in for the account. */
export type SignInAim = "login" | "link";

/** A sign-in that this tab has begun. */
interface Begun {
  readonly verifier: string;
  readonly aim: SignInAim;
}

const KEY = "bourse sign-in";

/** Sends the browser to the start of a sign-in, whose address belongs to a challenge. */
export async function beginSignIn(
  aim: SignInAim,
  addressOf: (challenge: string) => string | Promise<string>,
): Promise<void> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const challenge = base64url(
    new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier))),
  );
  const address = await addressOf(challenge);
  sessionStorage.setItem(KEY, JSON.stringify({ verifier, aim } satisfies Begun));
  location.assign(address);
}

/** Takes the sign-in that this tab has begun, which works once. @throws Error in words when it has begun none */
export function takeSignIn(): Begun {
  const text = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  if (text !== null) return JSON.parse(text) as Begun;
  throw new Error("This tab has not begun the sign-in, or has ended it already.");
}

const FAILURES: Readonly<Record<string, string>> = {
  SIGN_IN_EXPIRED: "The sign-in took too long, or was used before.",
  ACCESS_DENIED: "The provider says that the sign-in was refused.",
  ANSWER_REFUSED:
    "The provider's answer does not prove who you are. Tell the operator if it stays.",
  PROVIDER_UNAVAILABLE: "The provider does not answer. Try again later, or sign in another way.",
};

/** The reason of a failed sign-in in words. */
export function signInFailure(reason = "SIGN_IN_EXPIRED"): string {
  return FAILURES[reason] ?? "The sign-in has failed.";
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCodePoint(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
