/** Passkeys among the factors of an account. */

import { sha256 } from "@bourse/kernel/platform";

import type { PasskeyDescriptor } from "../passkeys/credential-forms.ts";
import type { FactorDocument } from "./factor-document.ts";

/**
 * Id of the factor of a passkey, a UUID of version 8 (RFC 9562): 122 bits of the digest of the passkey's own id, so
 * that it is found without an index and stored once.
 */
export function passkeyFactorId(credentialId: string): string {
  const hex = sha256(`passkey ${credentialId}`, "hex");
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
  const groups = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ];
  return groups.join("-");
}

/** The passkeys among factors, as browsers take them. */
export function passkeyDescriptors(held: readonly FactorDocument[]): readonly PasskeyDescriptor[] {
  return held.flatMap(({ passkey }) =>
    passkey === undefined
      ? []
      : [{ type: "public-key", id: passkey.credentialId, transports: passkey.transports }],
  );
}
