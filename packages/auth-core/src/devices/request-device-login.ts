/** The request of a device to be logged in. */

import type { Origin } from "@bourse/credentials";
import { isLine, limitKey } from "@bourse/kernel";

import { checkNarrowing, type NarrowedLogin } from "../accounts/narrowed-login.ts";
import { AuthError } from "../errors.ts";
import { invalid, LEGIBLE } from "../invalid.ts";
import { deviceCodes } from "./device-code-document.ts";
import { hashOfUserCode, idOfDeviceCode, newDeviceCode, newUserCode } from "./device-codes.ts";
import { tooMany } from "./device-refusals.ts";
import type { DevicesParts } from "./devices-parts.ts";

/** A request of a device to be logged in. */
export interface DeviceRequest extends NarrowedLogin {
  /** Name that the user is shown, 1–100 characters; it proves nothing. Default: none. */
  readonly clientName?: string | undefined;
}

/** The codes of a device that waits for its user. */
export interface DeviceLogin {
  /** Code that the device asks with, `dc_…`. Not stored: this is the only time that it can be read. */
  readonly deviceCode: string;
  /** Code that the user types, such as `WDJB-MJHT`. Not stored either. */
  readonly userCode: string;
  /** Address of the page where the user types it. */
  readonly verificationUri: string;
  /** Lifetime of both codes in seconds. */
  readonly expiresInSeconds: number;
  /** Seconds between two questions of the device. */
  readonly intervalSeconds: number;
}

const LIFETIME_SECONDS = 900;
const INTERVAL_SECONDS = 5;

/** Makes the codes of a login. @throws AuthError VALIDATION_ERROR, RATE_LIMITED, DEVICE_LOGIN_UNAVAILABLE */
export async function requestDeviceLogin(
  { store, clock, userCodeKey, pageUrl, requests, permissions: set }: DevicesParts,
  { clientName, ...asked }: DeviceRequest,
  origin: Origin = {},
): Promise<DeviceLogin> {
  const permissions = checkNarrowing(set, asked);
  if (clientName !== undefined && !isLine(clientName, 1, 100)) {
    throw invalid("clientName", `The name of a device has 1 to 100 ${LEGIBLE}.`);
  }
  const page = pageUrl();
  if (page === undefined) throw noPage();
  const wait = origin.ip === undefined ? 0 : await requests.count(limitKey(origin.ip));
  if (wait > 0) throw tooMany("Too many logins of devices were asked for; try again later.", wait);
  const deviceCode = newDeviceCode();
  const userCode = newUserCode();
  const now = clock.now();
  await store.insert(deviceCodes, {
    id: idOfDeviceCode(deviceCode) ?? "",
    userCodeHash: hashOfUserCode(userCodeKey, userCode),
    clientName: clientName ?? null,
    ip: origin.ip ?? null,
    createdAt: now,
    expiresAt: now + LIFETIME_SECONDS * 1000,
    intervalSeconds: INTERVAL_SECONDS,
    askedAt: null,
    decision: "waiting",
    userId: null,
    ...(permissions === undefined ? {} : { permissions }),
  });
  return {
    deviceCode,
    userCode,
    verificationUri: `${page.replace(/\/+$/, "")}/#/device`,
    expiresInSeconds: LIFETIME_SECONDS,
    intervalSeconds: INTERVAL_SECONDS,
  };
}

function noPage(): AuthError {
  const message =
    "This service has no page for logins of devices: its operator has to set PUBLIC_URL.";
  return new AuthError("DEVICE_LOGIN_UNAVAILABLE", message);
}
