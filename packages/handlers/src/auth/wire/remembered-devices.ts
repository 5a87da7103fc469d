/** Remembered devices as the wire spells them. */

import type { RememberedDevice } from "@bourse/auth-core";
import type { RememberedDevice as WireDevice } from "@bourse/contract/auth";

import { isoTime } from "../../time/iso-time.ts";

/** A remembered device of the caller. */
export function wireDevice(device: RememberedDevice): WireDevice {
  return {
    id: device.id,
    createdAt: isoTime(device.createdAt),
    lastUsedAt: isoTime(device.lastUsedAt),
    expiresAt: isoTime(device.expiresAt),
    userAgent: device.userAgent,
    ip: device.ip,
  };
}
