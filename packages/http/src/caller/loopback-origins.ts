import { isLoopback } from "@bourse/kernel";

/** Word in the list of web origins for the pages of this machine, on any port. */
export const LOOPBACK_ORIGINS = "loopback";

/** Returns true for the web origin of a page that this machine serves: http or https, any port. */
export function isLoopbackOrigin(origin: string): boolean {
  if (!/^https?:\/\/[^/?#@]+$/i.test(origin) || !URL.canParse(origin)) return false;
  return isLoopback(new URL(origin).hostname);
}
