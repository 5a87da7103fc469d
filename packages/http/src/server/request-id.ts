/** What a request id from outside may look like: safe in a header, a log line and a URL, and not endless. */
const ACCEPTED = /^[A-Za-z0-9._~+/=:@-]{1,128}$/;

/** The caller's `X-Request-Id` when it is 1–128 of `A–Z a–z 0–9 . _ ~ + / = : @ -`, else a new one. */
export function requestId(given: string | string[] | undefined, make: () => string): string {
  return typeof given === "string" && ACCEPTED.test(given) ? given : make();
}
