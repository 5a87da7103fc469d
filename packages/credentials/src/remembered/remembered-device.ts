/** Remembered devices as they are stored: of their secrets only digests. */

import { type Collection, type Entity, defineCollection } from "@bourse/kernel";

/** A stored device. All times in milliseconds since the Unix epoch (UTC). */
export interface RememberedDeviceDocument extends Entity {
  /** UUID of the device. */
  readonly id: string;
  /** Account that the device stands for a second factor of. */
  readonly userId: string;
  /** Key of the tag that every secret of this device carries; see `token-family.ts`. */
  readonly familyKey: string;
  /** SHA-256 of the present secret, base64url. */
  readonly secretHash: string;
  /** Digest of the secret before the last login; null before the first one. */
  readonly parentHash: string | null;
  /** Time at which the account's holder had it remembered. */
  readonly createdAt: number;
  /** Time of the last login from it, or of its beginning. */
  readonly lastUsedAt: number;
  /** Time from which it is unknown, whatever it is used for. */
  readonly expiresAt: number;
  /** `User-Agent` of the last login from it, at most 300 characters; null when the client sent none. */
  readonly userAgent: string | null;
  /** IP address of the last login from it; null when the transport did not know it. */
  readonly ip: string | null;
}

/** Collection of remembered devices; part of the collections that the store of a core is opened with. */
export const rememberedDevices: Collection<RememberedDeviceDocument, "by_user" | "by_end"> =
  defineCollection<RememberedDeviceDocument>()({
    name: "remembered_devices",
    indexes: {
      by_user: { fields: ["userId", "createdAt"] },
      by_end: { fields: ["expiresAt"] },
    },
  });

/** A remembered device as its owner sees it. All times in milliseconds since the Unix epoch (UTC). */
export interface RememberedDevice {
  /** UUID of the device. */
  readonly id: string;
  /** Time at which it was remembered. */
  readonly createdAt: number;
  /** Time of the last login from it, or of its beginning. */
  readonly lastUsedAt: number;
  /** Time from which it is asked for a second factor again. */
  readonly expiresAt: number;
  /** `User-Agent` of the last login from it, at most 300 characters; null when the client sent none. */
  readonly userAgent: string | null;
  /** IP address of the last login from it; null when it was not known. */
  readonly ip: string | null;
}

/** The part of a device that its owner sees. */
export function deviceView(device: RememberedDeviceDocument): RememberedDevice {
  const { id, createdAt, lastUsedAt, expiresAt, userAgent, ip } = device;
  return { id, createdAt, lastUsedAt, expiresAt, userAgent, ip };
}
