/**
 * E-mail addresses as accounts use them: their form, and when two of them name the same account.
 *
 * The form is that of mail in use: `Dot-string "@" Domain` of RFC 5321 §4.1.2 with the other scripts of RFC 6531. Quoted local
 * parts, comments, address literals and domains without a dot are no addresses here, although the RFCs know them.
 */

/** RFC 5322 atext and letters, marks and digits of every script. */
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~\\p{L}\\p{M}\\p{N}-]+";
const LOCAL = new RegExp(`^${ATOM}(?:\\.${ATOM})*$`, "u");
const LABEL = "[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]*[\\p{L}\\p{M}\\p{N}])?";
const DOMAIN = new RegExp(`^${LABEL}(?:\\.${LABEL})+$`, "u");
/** A domain as DNS has it, whose last label is no number. */
const ASCII_DOMAIN = /^(?:[a-z0-9-]{1,63}\.)+(?![0-9]+$)(?!0x[0-9a-f]*$)[a-z0-9-]{2,63}$/;

/** Maximum length of an e-mail address in UTF-16 code units (RFC 5321 §4.5.3.1.3). */
export const MAX_EMAIL_LENGTH = 254;
/** Maximum length of the part before the `@` in bytes (RFC 5321 §4.5.3.1.1). */
const MAX_LOCAL_BYTES = 64;
const MAX_DOMAIN_LENGTH = 253;

/** The address without surrounding white space, or undefined when it has no e-mail address's form or is too long. */
export function parseEmail(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed.length > MAX_EMAIL_LENGTH) return undefined;
  const [local = "", domain = "", ...more] = trimmed.split("@");
  const isAddress =
    more.length === 0 &&
    LOCAL.test(local) &&
    new TextEncoder().encode(local).length <= MAX_LOCAL_BYTES &&
    isDomain(domain);
  return isAddress ? trimmed : undefined;
}

/** The key by which addresses are compared: trimmed, NFKC, lower case. Two addresses with one key are one account. */
export function emailKey(email: string): string {
  return email.trim().normalize("NFKC").toLowerCase();
}

function isDomain(domain: string): boolean {
  if (!DOMAIN.test(domain) || !URL.canParse(`http://${domain}/`)) return false;
  const ascii = new URL(`http://${domain}/`).hostname;
  return ascii.length <= MAX_DOMAIN_LENGTH && ASCII_DOMAIN.test(ascii);
}
