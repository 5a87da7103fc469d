/**
 * Owners of the webhooks of keys from the options: each key itself, by a digest that needs a secret of the node, so
 * that a list in another order, or with another key in its place, gives nobody the webhooks of somebody else.
 */

import type { Store } from "@bourse/kernel";
import { hkdfSha256 } from "@bourse/kernel/platform";
import { moveWebhooks } from "@bourse/outbox";

const DIGEST_BYTES = 16;

export class GivenOwners {
  /** Digests by the names that the holders of the keys have, `given-1` and so on. */
  readonly #owners: ReadonlyMap<string, string>;

  constructor(secret: Uint8Array, keys: readonly string[]) {
    this.#owners = new Map(
      keys.map((key, place) => {
        const digest = hkdfSha256(secret, `bourse webhooks of ${key}`, DIGEST_BYTES);
        return [`given-${place + 1}`, `given:${Buffer.from(digest).toString("hex")}`];
      }),
    );
  }

  /** The owner in the store for the name of a caller. */
  of(name: string): string {
    return this.#owners.get(name) ?? name;
  }

  /** True for the digest of a key that is in the list now. */
  has(owner: string): boolean {
    return [...this.#owners.values()].includes(owner);
  }

  /** Gives webhooks of earlier releases, whose owner is a place in the list, to the key that has the place now. */
  async adopt(store: Store): Promise<void> {
    for (const [place, owner] of this.#owners) await moveWebhooks(store, place, owner);
  }
}
