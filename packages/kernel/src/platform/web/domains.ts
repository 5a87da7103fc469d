/** A browser cannot decode A-labels; nothing was stored there by the older spelling that this is for. */
export function domainToUnicode(domain: string): string {
  return domain;
}
