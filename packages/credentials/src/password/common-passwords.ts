/** Common passwords, which attackers try first: the ranked list of zxcvbn-ts. */

import { dictionary } from "@zxcvbn-ts/language-common";

/** Entries that the length rule would accept, in lower case. */
const COMMON: ReadonlySet<string> = new Set(
  (dictionary["passwords-common"] as readonly string[])
    .map((password) => String(password).toLowerCase())
    .filter((password) => password.length >= 8),
);

/** True when the password is one of the most common ones, ignoring case. */
export function isCommonPassword(password: string): boolean {
  return COMMON.has(password.toLowerCase());
}
