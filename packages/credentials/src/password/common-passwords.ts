/** Common passwords, which attackers try first; `vendor/common-passwords` says where the list comes from. */

import { fromBase64, inflate } from "@bourse/kernel/platform";

import { PACKED_PASSWORDS } from "./packed-passwords.ts";

/** True when the password is one of the most common ones, ignoring case and outer spaces. */
export function isCommonPassword(password: string): boolean {
  common ??= unpack();
  return common.has(password.trim().toLowerCase());
}

/** Unpacked at the first question, within some milliseconds. */
let common: ReadonlySet<string> | undefined;

function unpack(): ReadonlySet<string> {
  const text = new TextDecoder().decode(inflate(fromBase64(PACKED_PASSWORDS)));
  let password = "";
  return new Set(
    text.split("\n").map((line) => {
      // The first character says how much of the password before it the next one shares, from `0` on.
      password = password.slice(0, line.charCodeAt(0) - 48) + line.slice(1);
      return password;
    }),
  );
}
