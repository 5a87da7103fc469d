/** A master key as a text, as settings and files hold it. */

import { anyText } from "@bourse/kernel";
import { fromBase64 } from "@bourse/kernel/platform";

/** Length of a master key in bytes. */
export const MASTER_KEY_BYTES = 32;

/** Form of a master key in words that complete "expected …". */
export const MASTER_KEY_FORM =
  "32 bytes in base64url: 43 characters, such as `openssl rand -base64 32` gives";

/** The 32 bytes that `text` encodes in base64url or base64; undefined when it encodes anything else. */
export function masterKeyOf(text: string): Uint8Array | undefined {
  anyText("text", text);
  if (!/^[A-Za-z0-9_+/-]{43}=?$/.test(text)) return undefined;
  const key = fromBase64(text);
  return key.length === MASTER_KEY_BYTES ? key : undefined;
}
