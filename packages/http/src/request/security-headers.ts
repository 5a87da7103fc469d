/**
 * Headers that every JSON reply carries, as a raw list of names and values.
 *
 * An API reply is data: nothing may frame it, run it, sniff it, cache it or embed it from another origin
 * (OWASP REST Security Cheat Sheet, "Security headers").
 */
export const SECURITY_HEADERS: readonly string[] = [
  "X-Content-Type-Options",
  "nosniff",
  "Content-Security-Policy",
  "default-src 'none'; frame-ancestors 'none'",
  "Referrer-Policy",
  "no-referrer",
  "Cross-Origin-Resource-Policy",
  "same-origin",
];

/** `Cache-Control` of a reply that says nothing of it: answers of a market back end go stale at once. */
export const NO_STORE: readonly string[] = ["Cache-Control", "no-store"];
