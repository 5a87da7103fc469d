/** The end of remembered devices: all of an account, or all that there are. */

import { type Store, type Transaction, deleteFound } from "@bourse/kernel";

import { rememberedDevices } from "./remembered-device.ts";

/** Forgets the devices of an account in the caller's transaction. */
export async function forgetDevicesOf(tx: Transaction, userId: string): Promise<void> {
  const { items } = await tx.find(rememberedDevices, { index: "by_user", equals: [userId] });
  for (const { value } of items) await tx.delete(rememberedDevices, value.id);
}

/** Forgets the devices of all accounts, a thousand in one transaction. */
export async function forgetEverybodysDevices(store: Store): Promise<void> {
  while ((await deleteFound(store, rememberedDevices, {})) > 0);
}
