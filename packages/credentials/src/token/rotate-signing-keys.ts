/** The rotation of signing keys: the next key becomes the active one, the active one retires. */

import { generateSigningKey } from "./generate-signing-key.ts";
import { incompleteKeys } from "./incomplete-keys.ts";
import { signingKeys } from "./signing-key-document.ts";
import type { ResolvedSigningKeysOptions } from "./signing-keys-options.ts";

/** Result of a rotation. */
export interface Rotation {
  /** False when the next key was published too recently; nothing has changed then. */
  readonly rotated: boolean;
  /** Id of the key that signs now. */
  readonly activeKid: string;
  /** Seconds until a rotation is possible; 0 after a rotation. */
  readonly retryAfterSeconds: number;
}

/** Makes the next key the active one in the store and adds a new next key, unless it was published too recently. */
export async function rotateSigningKeys(options: ResolvedSigningKeysOptions): Promise<Rotation> {
  const { store, clock, publishSeconds } = options;
  const fresh = await generateSigningKey(options, "next");
  return await store.transaction(async (tx): Promise<Rotation> => {
    const { items } = await tx.find(signingKeys, { limit: 1000 });
    const active = items.find(({ value }) => value.status === "active");
    const next = items.find(({ value }) => value.status === "next");
    if (active === undefined || next === undefined) throw incompleteKeys();
    const wait = next.value.createdAt + publishSeconds * 1000 - clock.now();
    if (wait > 0) {
      return { rotated: false, activeKid: active.value.id, retryAfterSeconds: wait / 1000 };
    }
    const retired = { ...active.value, status: "retired", retiredAt: clock.now() } as const;
    await tx.replace(signingKeys, retired, active.version);
    const promoted = { ...next.value, status: "active", activeAt: clock.now() } as const;
    await tx.replace(signingKeys, promoted, next.version);
    await tx.insert(signingKeys, fresh);
    return { rotated: true, activeKid: next.value.id, retryAfterSeconds: 0 };
  });
}
