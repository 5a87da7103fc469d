/** The devices that their owners have remembered: begun, listed, forgotten. */

import type { Transaction } from "@bourse/kernel";

import type { Origin } from "../origin/origin.ts";
import {
  deviceView,
  type RememberedDevice,
  rememberedDevices,
} from "../remembered/remembered-device.ts";
import { digestOf, newFamilyKey, newSecret } from "../token-family/token-family.ts";
import { formatDeviceSecret, shownDevice } from "./device-secret.ts";
import type { FactorsParts } from "./factors-parts.ts";

/** Maximum number of devices of one account; one more ends the oldest. */
const MAX_DEVICES = 20;
const DAY_MILLISECONDS = 86_400_000;

/** A device that is to be remembered. */
export interface NewDevice {
  /** Account that has just answered by a second factor. */
  readonly userId: string;
  /** Client that the answer came from. */
  readonly origin: Origin;
  /** Secret that the client has of an earlier time; its device ends. Default: none. */
  readonly replaces?: string | undefined;
}

/** A device that was remembered. */
export interface AddedDevice {
  /** UUID of the device. */
  readonly id: string;
  /** Secret of the device, `rd_…`, with 256 bits. Not stored: this is the only time that it can be read. */
  readonly secret: string;
}

/** Remembers a device in the caller's transaction; resolves to null where the service remembers none. */
export async function rememberDevice(
  {
    clock,
    ids,
    rememberedDeviceDays,
  }: Pick<FactorsParts, "clock" | "ids" | "rememberedDeviceDays">,
  tx: Transaction,
  { userId, origin, replaces = "" }: NewDevice,
): Promise<AddedDevice | null> {
  if (rememberedDeviceDays === 0) return null;
  const now = clock.now();
  const former = await shownDevice(tx, userId, replaces, now);
  if (former !== undefined) await tx.delete(rememberedDevices, former.found.value.id);
  await makeRoom(tx, userId);
  const familyKey = newFamilyKey();
  const secret = newSecret(familyKey);
  const id = ids.uuid();
  await tx.insert(rememberedDevices, {
    id,
    userId,
    familyKey,
    secretHash: digestOf(secret),
    parentHash: null,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: now + rememberedDeviceDays * DAY_MILLISECONDS,
    ...clientOf(origin),
  });
  return { id, secret: formatDeviceSecret(id, secret) };
}

/** The client as it is kept. */
export function clientOf({ userAgent, ip }: Origin): {
  readonly userAgent: string | null;
  readonly ip: string | null;
} {
  return { userAgent: userAgent?.slice(0, 300) ?? null, ip: ip ?? null };
}

async function makeRoom(tx: Transaction, userId: string): Promise<void> {
  const { items } = await tx.find(rememberedDevices, { index: "by_user", equals: [userId] });
  const excess = items.length - MAX_DEVICES + 1;
  for (const { value } of items.slice(0, Math.max(0, excess))) {
    await tx.delete(rememberedDevices, value.id);
  }
}

/** The devices of an account that have not expired, newest first, at most 20. */
export async function listDevices(
  { store, clock }: Pick<FactorsParts, "store" | "clock">,
  userId: string,
): Promise<readonly RememberedDevice[]> {
  const ofUser = { index: "by_user", equals: [userId], order: "desc" } as const;
  const { items } = await store.find(rememberedDevices, ofUser);
  const now = clock.now();
  return items.map(({ value }) => deviceView(value)).filter(({ expiresAt }) => now < expiresAt);
}

/** Forgets a device of an account. @throws the core's error NOT_FOUND */
export async function forgetDevice(
  { store, refuse }: Pick<FactorsParts, "store" | "refuse">,
  userId: string,
  id: string,
): Promise<void> {
  await store.transaction(async (tx) => {
    const found = await tx.get(rememberedDevices, id);
    if (found?.value.userId !== userId) throw refuse("NOT_FOUND", "There is no such device.");
    await tx.delete(rememberedDevices, id, found.version);
  });
}
