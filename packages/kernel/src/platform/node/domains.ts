import { domainToUnicode as toUnicode } from "node:url";

/** Decodes the A-labels of a domain (UTS 46); a domain that cannot be decoded is the empty text. */
export function domainToUnicode(domain: string): string {
  return toUnicode(domain);
}
