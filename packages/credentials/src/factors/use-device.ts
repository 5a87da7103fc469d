/**
 * The login from a remembered device, which stands for the second factor. Its secret works once: each login replaces
 * it. One that was replaced before and is shown again was copied; the device is forgotten then, and the sessions end
 * that it has opened.
 */

import type { Transaction } from "@bourse/kernel";

import type { Origin } from "../origin/origin.ts";
import { rememberedDevices } from "../remembered/remembered-device.ts";
import { endSessionsOfDevice } from "../session/end-sessions.ts";
import { digestOf, matchesDigest, newSecret } from "../token-family/token-family.ts";
import { formatDeviceSecret, shownDevice } from "./device-secret.ts";
import type { FactorsParts } from "./factors-parts.ts";
import { type AddedDevice, clientOf } from "./remember-device.ts";

/** Time in which the secret before the present one may come from a login at the same time, or a lost answer. */
const GRACE_MILLISECONDS = 30_000;

/** The secret of a device at a login, and what is done about a copy of it. */
export interface DeviceAtLogin {
  /** Secret that the client has shown; undefined for none. */
  readonly secret: string | undefined;
  /** Client that shows it. */
  readonly origin: Origin;
  /** Runs in the transaction in which a device is forgotten because its secret was copied. */
  readonly copied: (tx: Transaction) => Promise<void>;
  /** Called after that transaction, with the sessions that it has ended. */
  readonly ended: (deviceId: string, sessionIds: readonly string[]) => void;
}

/** A device whose secret was copied, and the sessions that it had opened. */
interface Copied {
  readonly id: string;
  readonly sessionIds: readonly string[];
}

/** The device with its next secret; undefined for a secret that is not, or not any more, one of this account. */
export async function useDevice(
  { store, clock }: Pick<FactorsParts, "store" | "clock">,
  userId: string,
  { secret: shown, origin, copied, ended }: DeviceAtLogin,
): Promise<AddedDevice | undefined> {
  if (shown === undefined) return undefined;
  const outcome = await store.transaction<AddedDevice | Copied | undefined>(async (tx) => {
    const now = clock.now();
    const device = await shownDevice(tx, userId, shown, now);
    if (device === undefined) return undefined;
    const { value, version } = device.found;
    const { id } = value;
    if (matchesDigest(device.secret, value.secretHash)) {
      const secret = newSecret(value.familyKey);
      const next = { secretHash: digestOf(secret), parentHash: value.secretHash, lastUsedAt: now };
      await tx.replace(rememberedDevices, { ...value, ...next, ...clientOf(origin) }, version);
      return { id, secret: formatDeviceSecret(id, secret) };
    }
    const isRecent = now - value.lastUsedAt < GRACE_MILLISECONDS;
    if (isRecent && matchesDigest(device.secret, value.parentHash)) return undefined;
    await tx.delete(rememberedDevices, id, version);
    await copied(tx);
    return { id, sessionIds: await endSessionsOfDevice(tx, userId, id) };
  });
  if (outcome === undefined || "secret" in outcome) return outcome;
  ended(outcome.id, outcome.sessionIds);
  return undefined;
}
