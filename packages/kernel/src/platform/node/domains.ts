import { domainToUnicode as toUnicode } from "node:url";

export function domainToUnicode(domain: string): string {
  return toUnicode(domain);
}
