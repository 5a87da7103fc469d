/** Logins of devices that wait for their users, as they are stored: of either code only a digest. */

import { type Collection, type Entity, defineCollection } from "@bourse/kernel";

/** A stored login of a device. All times in milliseconds since the Unix epoch (UTC). */
export interface DeviceCodeDocument extends Entity {
  /** SHA-256 of the device code, base64url. */
  readonly id: string;
  /** HMAC of the user code under a key of the core, base64url: the code alone is short enough to be guessed. */
  readonly userCodeHash: string;
  /** Name that the device gave itself; null when it gave none. */
  readonly clientName: string | null;
  /** IP address that the login was asked for from; null when it is not known. */
  readonly ip: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** Seconds between two questions of the device. */
  readonly intervalSeconds: number;
  /** Time of the device's last question; null before the first. */
  readonly askedAt: number | null;
  readonly decision: "waiting" | "approved" | "denied";
  /** Account that approved or denied it; null until then. */
  readonly userId: string | null;
  /** Permissions that the login is narrowed to; absent for all those of the account. */
  readonly permissions?: readonly string[];
}

/** Collection of logins of devices. */
export const deviceCodes: Collection<DeviceCodeDocument, "by_user_code" | "by_user" | "by_end"> =
  defineCollection<DeviceCodeDocument>()({
    name: "device_codes",
    indexes: {
      by_user_code: { fields: ["userCodeHash"], unique: true },
      by_user: { fields: ["userId"] },
      by_end: { fields: ["expiresAt"] },
    },
  });
