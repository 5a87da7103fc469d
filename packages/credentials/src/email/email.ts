/** E-mail addresses as accounts use them: their form, and when two of them name the same account. */

const FORM = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+\.[^\s@\p{Cc}.]+$/u;

/** Maximum length of an e-mail address in UTF-16 code units (RFC 5321 §4.5.3.1.3). */
export const MAX_EMAIL_LENGTH = 254;

/** The address without surrounding white space, or undefined when it has no e-mail address's form or is too long. */
export function parseEmail(text: string): string | undefined {
  const trimmed = text.trim();
  // One character can become eighteen under NFKC, and the key is an index value, which has a bound.
  const length = Math.max(trimmed.length, emailKey(trimmed).length);
  return length <= MAX_EMAIL_LENGTH && FORM.test(trimmed) ? trimmed : undefined;
}

/** The key by which addresses are compared: trimmed, NFKC, lower case. Two addresses with one key are one account. */
export function emailKey(email: string): string {
  return email.trim().normalize("NFKC").toLowerCase();
}
