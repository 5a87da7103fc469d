/** What all cookies of these services have in common. */

/** Attributes of a cookie that only this very host gets, from its own pages, over HTTPS. */
export const COOKIE_ATTRIBUTES = "Path=/; Secure; HttpOnly; SameSite=Strict";

/** The value of a cookie in the header `Cookie`; undefined without one, and when there are several. */
export function cookieValue(name: string, header: unknown): string | undefined {
  if (typeof header !== "string") return undefined;
  const values = header
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return values.length === 1 ? values[0] : undefined;
}
