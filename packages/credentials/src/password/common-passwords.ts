/** The passwords that everybody tries first: the ranked list of zxcvbn-ts, which npm keeps up to date. */

import { dictionary } from "@zxcvbn-ts/language-common";

/** Only entries that the length rule would let through matter; comparison is without case. */
const COMMON: ReadonlySet<string> = new Set(
  (dictionary["passwords-common"] as readonly string[])
    .map((password) => String(password).toLowerCase())
    .filter((password) => password.length >= 8),
);

/** Whether `password` is one of the most common ones, whatever its letters' case. */
export function isCommonPassword(password: string): boolean {
  return COMMON.has(password.toLowerCase());
}
