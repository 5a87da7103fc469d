/** The store's note of the wallet that it belongs to: another wallet owns nothing of what the store speaks of. */
import {
  checkArguments,
  defineCollection,
  type Collection,
  type Entity,
  type Store,
} from "@bourse/kernel";

import type { Address } from "../address.ts";
import { anyAddress, portOf } from "../argument-rules.ts";
import { NodeError } from "../errors.ts";

interface WalletPin extends Entity {
  readonly address: Address;
}

/** Store collection of the wallet's address. */
export const walletPins: Collection<WalletPin> = defineCollection<WalletPin>()({
  name: "wallet_pins",
});

const PIN = "wallet";

/**
 * Returns the address of the wallet that a store belongs to; undefined for a new store.
 *
 * @throws KernelError ARGUMENT_INVALID
 */
export async function pinnedWallet(store: Store): Promise<Address | undefined> {
  checkArguments("pinnedWallet", { store: portOf("get") }, [store]);
  return (await store.get(walletPins, PIN))?.value.address;
}

/**
 * Notes the wallet in a new store, and compares it in any other.
 *
 * @throws NodeError KEYSTORE_INVALID for another wallet than the store's; KernelError ARGUMENT_INVALID
 */
export async function pinWallet(store: Store, address: Address): Promise<void> {
  const rules = { store: portOf("transaction"), address: anyAddress };
  checkArguments("pinWallet", rules, [store, address]);
  const pinned = await store.transaction(async (tx) => {
    const found = await tx.get(walletPins, PIN);
    if (found === undefined) await tx.insert(walletPins, { id: PIN, address });
    return found?.value.address ?? address;
  });
  if (pinned === address) return;
  throw new NodeError(
    "KEYSTORE_INVALID",
    `The keystore has the wallet ${address}, but this data belongs to the wallet ${pinned}. Put the keystore of that ` +
      `wallet back from a backup, or set DATA_DIR to the data of this one; nothing was changed.`,
    { details: {} },
  );
}
