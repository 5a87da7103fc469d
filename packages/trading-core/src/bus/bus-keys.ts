/** The keys that sign the messages of a service's bus: those of the settings, or one that the store keeps. */

import { randomBytes } from "node:crypto";

import { hasCode, type Store } from "@bourse/kernel";

import { busKeys } from "./bus-key-collection.ts";

/** Word among the keys of the settings that stands for the key in the store. */
export const STORED_KEY = "store";

/** The part of a store that keeps the key of a bus. */
export type BusKeyStore = Pick<Store, "get" | "insert" | "now">;

/**
 * The keys of a bus in their order: those of the settings, among which the word `store` stands for the key that the
 * store keeps, or that one alone. The first process that asks for the stored key makes it.
 *
 * @throws StoreError when the store cannot be read or written
 */
export async function resolveBusKeys(
  keys: readonly string[],
  store: BusKeyStore | undefined,
): Promise<readonly string[]> {
  const named = keys.length === 0 ? [STORED_KEY] : keys;
  const resolved: string[] = [];
  for (const key of named) {
    if (key !== STORED_KEY) resolved.push(key);
    else if (store !== undefined) resolved.push(await storedKey(store));
  }
  return resolved;
}

async function storedKey(store: BusKeyStore): Promise<string> {
  const id = "bus";
  const found = await store.get(busKeys, id);
  if (found !== undefined) return found.value.key;
  const key = randomBytes(32).toString("base64url");
  try {
    await store.insert(busKeys, { id, key, createdAt: await store.now() });
    return key;
  } catch (error) {
    // Another process was faster, and its key is everybody's.
    if (!hasCode(error, "STORE_DUPLICATE")) throw error;
    return (await store.get(busKeys, id))!.value.key;
  }
}
