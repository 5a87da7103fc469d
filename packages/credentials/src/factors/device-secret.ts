/**
 * Secrets of remembered devices: `rd_<device id>_<secret>`. The id finds the device, the secret of its family proves
 * it.
 */

import type { StoreReader, Versioned } from "@bourse/kernel";

import {
  type RememberedDeviceDocument,
  rememberedDevices,
} from "../remembered/remembered-device.ts";
import { isOfFamily } from "../token-family/token-family.ts";

const FORM = /^rd_([0-9a-f-]{36})_([A-Za-z0-9_-]{43})$/;

/** A device whose secret was shown: the present one, or one before it. */
export interface ShownDevice {
  readonly found: Versioned<RememberedDeviceDocument>;
  readonly secret: string;
}

/** The secret as its holder keeps it. */
export function formatDeviceSecret(id: string, secret: string): string {
  return `rd_${id}_${secret}`;
}

/** The device of this account that a secret was issued for; undefined for any other text, and once it has expired. */
export async function shownDevice(
  reader: Pick<StoreReader, "get">,
  userId: string,
  text: string,
  now: number,
): Promise<ShownDevice | undefined> {
  const [, id = "", secret = ""] = FORM.exec(text) ?? [];
  if (id === "") return undefined;
  const found = await reader.get(rememberedDevices, id);
  if (found?.value.userId !== userId || now >= found.value.expiresAt) return undefined;
  return isOfFamily(secret, found.value.familyKey) ? { found, secret } : undefined;
}
