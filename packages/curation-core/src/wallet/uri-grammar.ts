/** URIs and authorities by the grammar of RFC 3986, which EIP-4361 refers to. */

const PCT = "%[0-9A-Fa-f]{2}";
const UNRESERVED_AND_SUB_DELIMS = "A-Za-z0-9\\-._~!$&'()*+,;=";
const PCHAR = `(?:[${UNRESERVED_AND_SUB_DELIMS}:@]|${PCT})`;

const AUTHORITY = new RegExp(
  `^(?:(?:[${UNRESERVED_AND_SUB_DELIMS}:]|${PCT})*@)?` +
    `(\\[[0-9A-Fa-f:.]+\\]|(?:[${UNRESERVED_AND_SUB_DELIMS}]|${PCT})+)(?::[0-9]*)?$`,
);
const URI = new RegExp(
  `^[A-Za-z][A-Za-z0-9+\\-.]*:(?://([^/?#]*)((?:/${PCHAR}*)*)|(/|/?${PCHAR}+(?:/${PCHAR}*)*)?)` +
    `(?:\\?(?:${PCHAR}|[/?])*)?(?:#(?:${PCHAR}|[/?])*)?$`,
);
const PCHARS = new RegExp(`^${PCHAR}*$`);

/** True for an authority (RFC 3986 §3.2) whose host is not empty. */
export function isAuthority(text: string): boolean {
  const host = AUTHORITY.exec(text)?.[1];
  if (host === undefined) return false;
  return !host.startsWith("[") || URL.canParse(`http://${host}`);
}

/** True for a URI (RFC 3986 §3). */
export function isUri(text: string): boolean {
  const match = URI.exec(text);
  if (match === null) return false;
  const authority = match[1];
  // A URI such as file:///x has an empty authority.
  return authority === undefined || authority === "" || isAuthority(authority);
}

/** True for the name of a chain within its namespace (CAIP-2), of up to 64 characters. */
export function isChainReference(text: string): boolean {
  return /^[-_a-zA-Z0-9]{1,64}$/.test(text);
}

/** True for a sequence of `pchar` (RFC 3986 §3.3). */
export function isPchars(text: string): boolean {
  return PCHARS.test(text);
}
