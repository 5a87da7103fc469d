/**
 * E-mail addresses as accounts use them: their form, and when two of them name the same account.
 *
 * The form is that of mail in use: `Dot-string "@" Domain` of RFC 5321 §4.1.2 with the other scripts of RFC 6531.
 * Quoted local parts, comments, address literals and domains without a dot are no addresses here, although the RFCs
 * know them.
 */

import {
  anyText,
  type Collection,
  type Entity,
  type StoreReader,
  type Versioned,
} from "@bourse/kernel";
import { domainToUnicode } from "@bourse/kernel/platform";

import { CredentialsError } from "../errors.ts";

/** RFC 5322 atext and letters, marks and digits of every script. */
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~\\p{L}\\p{M}\\p{N}-]+";
const LOCAL = new RegExp(`^${ATOM}(?:\\.${ATOM})*$`, "u");
const LABEL = "[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]*[\\p{L}\\p{M}\\p{N}])?";
const DOMAIN = new RegExp(`^${LABEL}(?:\\.${LABEL})+$`, "u");
/** A domain as DNS has it, whose last label is no number. */
const ASCII_DOMAIN = /^(?:[a-z0-9-]{1,63}\.)+(?![0-9]+$)(?!0x[0-9a-f]*$)[a-z0-9-]{2,63}$/;

/** Maximum length of an e-mail address in UTF-16 code units (RFC 5321 §4.5.3.1.3). */
const MAX_LENGTH = 254;
/** Maximum length of the part before the `@` in bytes (RFC 5321 §4.5.3.1.1). */
const MAX_LOCAL_BYTES = 64;
const MAX_DOMAIN_LENGTH = 253;

/** Reason for which a text is refused as an e-mail address. */
export type EmailFault = "too_long" | "at_sign" | "dots" | "local_part" | "domain";

const SENTENCES: Readonly<Record<EmailFault, string>> = {
  too_long: `An e-mail address has at most ${MAX_LENGTH} characters, ${MAX_LOCAL_BYTES} bytes of them before the @.`,
  at_sign: "An e-mail address has one @, with a name before it and a domain after it.",
  dots: "An e-mail address has no two dots in a row, and none at the beginning or end of its name or domain.",
  local_part:
    "The name before the @ has letters, digits and the characters !#$%&'*+/=?^_`{|}~.- only.",
  domain:
    "The domain after the @ has two names or more, such as example.com, of letters, digits and inner hyphens.",
};

/**
 * Checks an e-mail address and returns it without surrounding white space. The message of the error names the cause.
 *
 * @throws CredentialsError EMAIL_REFUSED, details {reason: EmailFault}
 */
export function checkEmail(text: string): string {
  anyText("text", text);
  const trimmed = text.trim();
  const reason = faultOf(trimmed);
  if (reason === undefined) return trimmed;
  throw new CredentialsError("EMAIL_REFUSED", SENTENCES[reason], { details: { reason } });
}

/**
 * The key by which addresses are compared: trimmed, NFKC, lower case, the domain in A-labels (UTS 46, RFC 5891). Two
 * addresses with one key are one account.
 */
export function emailKey(email: string): string {
  const text = folded(email);
  const at = text.lastIndexOf("@");
  const domain = text.slice(at + 1);
  if (at < 0 || !isDomain(domain)) return text;
  return `${text.slice(0, at)}@${new URL(`http://${domain}/`).hostname}`;
}

/**
 * The keys under which an account of this address may be stored: {@link emailKey}, and for a domain with other letters
 * than ASCII the keys of earlier versions, which kept it as it was written. The one as it is written comes first.
 */
export function emailKeys(email: string): readonly string[] {
  const key = emailKey(email);
  const at = key.lastIndexOf("@");
  if (!key.includes("xn--", at)) return [key];
  const inUnicode = `${key.slice(0, at)}@${domainToUnicode(key.slice(at + 1))}`;
  return [...new Set([folded(email), key, folded(inUnicode)])];
}

/** Finds the document of an address by the index `by_email` of the keys of addresses. */
export async function findByEmailKey<T extends Entity>(
  reader: Pick<StoreReader, "find">,
  collection: Collection<T, "by_email">,
  email: string,
): Promise<Versioned<T> | undefined> {
  for (const key of emailKeys(email)) {
    const query = { index: "by_email", equals: [key], limit: 1 } as const;
    const [found] = (await reader.find(collection, query)).items;
    if (found !== undefined) return found;
  }
  return undefined;
}

function folded(email: string): string {
  anyText("email", email);
  return email.trim().normalize("NFKC").toLowerCase();
}

function faultOf(text: string): EmailFault | undefined {
  if (text.length > MAX_LENGTH) return "too_long";
  const [local = "", domain = "", ...more] = text.split("@");
  if (local === "" || domain === "" || more.length > 0) return "at_sign";
  if ([local, domain].some((part) => /^\.|\.\.|\.$/.test(part))) return "dots";
  if (!LOCAL.test(local)) return "local_part";
  if (new TextEncoder().encode(local).length > MAX_LOCAL_BYTES) return "too_long";
  return isDomain(domain) ? undefined : "domain";
}

function isDomain(domain: string): boolean {
  if (!DOMAIN.test(domain) || !URL.canParse(`http://${domain}/`)) return false;
  const ascii = new URL(`http://${domain}/`).hostname;
  return ascii.length <= MAX_DOMAIN_LENGTH && ASCII_DOMAIN.test(ascii);
}
