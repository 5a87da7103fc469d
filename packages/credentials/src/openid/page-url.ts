/** Addresses of the own page that sign-ins end at: never one that a request names. */

/** Reason for which a sign-in has failed, as the page is told behind `#sign-in-failed=`. */
export type SignInFailure =
  /** The sign-in is unknown, over, or was used before. */
  | "SIGN_IN_EXPIRED"
  /** The person, or the provider, has refused. */
  | "ACCESS_DENIED"
  /** The answer of the provider does not prove a person. */
  | "ANSWER_REFUSED"
  /** The provider is away. */
  | "PROVIDER_UNAVAILABLE";

/** The page, with the code that it redeems. Browsers send what is behind `#` to nobody. */
export function successUrl(pageUrl: string, code: string): string {
  return `${trimmed(pageUrl)}/#signed-in=${code}`;
}

/** The page, with the reason of a failure. */
export function failureUrl(pageUrl: string, failure: SignInFailure): string {
  return `${trimmed(pageUrl)}/#sign-in-failed=${failure}`;
}

function trimmed(pageUrl: string): string {
  return pageUrl.replace(/\/+$/, "");
}
