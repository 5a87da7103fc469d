/** The question of a device whether its user has decided, which the tokens of its login answer once. */

import type { Origin } from "@bourse/credentials";
import type { Transaction } from "@bourse/kernel";

import { type AccountDocument, accounts } from "../accounts/account.ts";
import { type SignedIn, signIn, subjectOf } from "../accounts/sign-in.ts";
import { AuthError } from "../errors.ts";
import { type DeviceCodeDocument, deviceCodes } from "./device-code-document.ts";
import { idOfDeviceCode } from "./device-codes.ts";
import { expiredCode } from "./device-refusals.ts";
import type { DevicesParts } from "./devices-parts.ts";

/** Seconds by which the interval grows for a device that asks too often (RFC 8628, section 3.5). */
const SLOWER_SECONDS = 5;
/** Milliseconds by which a question may come early: clocks and networks are not exact. */
const TOLERANCE_MILLISECONDS = 500;

/**
 * The login of a device that its user has approved. Of several questions at once one gets it.
 *
 * @throws AuthError AUTHORIZATION_PENDING, SLOW_DOWN, EXPIRED_TOKEN, ACCESS_DENIED
 */
export async function logInDevice(
  parts: DevicesParts,
  deviceCode: string,
  origin: Origin = {},
): Promise<SignedIn> {
  const id = idOfDeviceCode(deviceCode);
  if (id === undefined) throw expiredCode();
  const asked = await ask(parts, id);
  if (asked instanceof AuthError) throw asked;
  const { permissions } = asked;
  const open = (tx: Transaction): Promise<AccountDocument> => approved(parts, tx, id);
  const signedIn = await signIn(parts, origin, { open, permissions });
  parts.audit.record("login.succeeded", subjectOf(signedIn), origin);
  return signedIn;
}

/** Notes the question of a device that waits; resolves to what stops its login now, else to its request. */
function ask({ store, clock }: DevicesParts, id: string): Promise<AuthError | DeviceCodeDocument> {
  return store.transaction(async (tx) => {
    const found = await tx.get(deviceCodes, id);
    const now = clock.now();
    if (found === undefined || now >= found.value.expiresAt) return expiredCode();
    if (found.value.decision === "approved") return found.value;
    if (found.value.decision === "denied") {
      await tx.delete(deviceCodes, id);
      return new AuthError("ACCESS_DENIED", "The user has refused the login of this device.");
    }
    const isEarly = comesEarly(found.value, now);
    const intervalSeconds = found.value.intervalSeconds + (isEarly ? SLOWER_SECONDS : 0);
    await tx.replace(deviceCodes, { ...found.value, askedAt: now, intervalSeconds }, found.version);
    return isEarly ? slowDown(intervalSeconds) : pending();
  });
}

function comesEarly({ askedAt, intervalSeconds }: DeviceCodeDocument, now: number): boolean {
  return askedAt !== null && now - askedAt < intervalSeconds * 1000 - TOLERANCE_MILLISECONDS;
}

/** The account that has approved the device; the code is used up with it. */
async function approved(
  { clock }: DevicesParts,
  tx: Transaction,
  id: string,
): Promise<AccountDocument> {
  const found = await tx.get(deviceCodes, id);
  if (found?.value.decision !== "approved" || clock.now() >= found.value.expiresAt) {
    throw expiredCode();
  }
  await tx.delete(deviceCodes, id);
  const account = (await tx.get(accounts, found.value.userId ?? ""))?.value;
  if (account?.status !== "active") throw expiredCode();
  return account;
}

function pending(): AuthError {
  return new AuthError("AUTHORIZATION_PENDING", "The user has not decided yet; ask again.");
}

function slowDown(interval: number): AuthError {
  const message = `This device asks too often; ask again in ${interval} s, and no sooner from now on.`;
  return new AuthError("SLOW_DOWN", message, { details: { interval } });
}
