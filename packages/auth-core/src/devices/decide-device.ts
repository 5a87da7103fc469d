/** The user's look at a device that wants to be logged in, and the decision about it. */

import type { Origin } from "@bourse/credentials";
import { limitKey, type StoreReader, type Versioned } from "@bourse/kernel";

import { type DeviceCodeDocument, deviceCodes } from "./device-code-document.ts";
import { hashOfUserCode } from "./device-codes.ts";
import { noDevice, tooMany } from "./device-refusals.ts";
import type { DevicesParts } from "./devices-parts.ts";

/** A device that wants to be logged in. All times in milliseconds since the Unix epoch (UTC). */
export interface WaitingDevice {
  /** Name that the device gave itself, which proves nothing; null when it gave none. */
  readonly clientName: string | null;
  /** IP address that it asked from; null when it is not known. */
  readonly ip: string | null;
  /** Time of its request. */
  readonly createdAt: number;
  /** Time from which its codes are refused. */
  readonly expiresAt: number;
  /** Permissions that its login is narrowed to; absent for all those of the account. */
  readonly permissions?: readonly string[];
}

/** The holder of a session, with the code that a device shows. */
export interface UserDecision {
  readonly userId: string;
  readonly sessionId: string;
  readonly userCode: string;
}

/** The device that waits under a user code. @throws AuthError NOT_FOUND, RATE_LIMITED */
export async function findDevice(
  parts: DevicesParts,
  { userId, userCode }: Pick<UserDecision, "userId" | "userCode">,
  origin: Origin = {},
): Promise<WaitingDevice> {
  await checkGuesses(parts, userId, origin);
  const found = await waitingUnder(parts, parts.store, userCode);
  if (found === undefined) throw await guessed(parts, userId, origin);
  const { clientName, ip, createdAt, expiresAt, permissions } = found.value;
  const device = { clientName, ip, createdAt, expiresAt };
  return permissions === undefined ? device : { ...device, permissions };
}

/** Approves or denies the device under a user code, once. @throws AuthError NOT_FOUND, RATE_LIMITED */
export async function decideDevice(
  parts: DevicesParts,
  { userId, sessionId, userCode }: UserDecision,
  isApproved: boolean,
  origin: Origin = {},
): Promise<void> {
  await checkGuesses(parts, userId, origin);
  const decision = isApproved ? "approved" : "denied";
  const isDecided = await parts.store.transaction(async (tx) => {
    const found = await waitingUnder(parts, tx, userCode);
    if (found === undefined) return false;
    await tx.replace(deviceCodes, { ...found.value, decision, userId }, found.version);
    return true;
  });
  if (!isDecided) throw await guessed(parts, userId, origin);
  parts.audit.record(`device.${decision}`, { userId, sessionId }, origin);
}

async function waitingUnder(
  { clock, userCodeKey }: DevicesParts,
  reader: Pick<StoreReader, "find">,
  userCode: string,
): Promise<Versioned<DeviceCodeDocument> | undefined> {
  const equals = [hashOfUserCode(userCodeKey, userCode)];
  const { items } = await reader.find(deviceCodes, { index: "by_user_code", equals, limit: 1 });
  const [found] = items;
  const waits = found?.value.decision === "waiting" && clock.now() < found.value.expiresAt;
  return waits ? found : undefined;
}

/** @throws AuthError RATE_LIMITED */
async function checkGuesses(
  { guesses }: DevicesParts,
  userId: string,
  { ip }: Origin,
): Promise<void> {
  const address = ip === undefined ? 0 : await guesses.address.wait(limitKey(ip));
  const wait = Math.max(await guesses.account.wait(userId), address);
  if (wait > 0) throw tooMany("Too many wrong codes; try again later.", wait);
}

/** Counts a wrong code. */
async function guessed({ guesses }: DevicesParts, userId: string, { ip }: Origin): Promise<Error> {
  await guesses.account.count(userId);
  if (ip !== undefined) await guesses.address.count(limitKey(ip));
  return noDevice();
}
