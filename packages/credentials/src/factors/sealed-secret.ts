/** Secrets of authenticators at rest: sealed, and bound to their factor and account. */

import { seal, unseal } from "@bourse/kernel";

import { fromBase32, toBase32 } from "./base32.ts";

interface Owner {
  readonly id: string;
  readonly userId: string;
}

/** Seals the secret of a factor. */
export function sealSecret(key: Uint8Array, owner: Owner, secret: Uint8Array): Promise<string> {
  return seal(key, nameOf(owner), toBase32(secret));
}

/** The secret of a factor; undefined when it was sealed for another one or under another key. */
export async function openSecret(
  key: Uint8Array,
  owner: Owner & { readonly secret: string },
): Promise<Uint8Array | undefined> {
  const text = await unseal(key, nameOf(owner), owner.secret);
  return text === undefined ? undefined : fromBase32(text);
}

function nameOf({ id, userId }: Owner): string {
  return `factor ${userId} ${id}`;
}
