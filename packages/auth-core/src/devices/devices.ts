/** Logins of devices without a keyboard or a browser, such as the command line (RFC 8628). */

import { createAttemptLimit, type Logins, type Origin } from "@bourse/credentials";
import { type Clock, deleteFound, type Store } from "@bourse/kernel";
import { hkdfSha256 } from "@bourse/kernel/platform";

import type { SignedIn } from "../accounts/sign-in.ts";
import type { Audit } from "../audit/audit.ts";
import type { PermissionSet } from "../permissions.ts";
import type { EmitAuthEvent } from "../webhooks/auth-events.ts";
import { type WaitingDevice, decideDevice, findDevice } from "./decide-device.ts";
import { deviceCodes } from "./device-code-document.ts";
import type { DevicesParts } from "./devices-parts.ts";
import { logInDevice } from "./log-in-device.ts";
import {
  type DeviceLogin,
  type DeviceRequest,
  requestDeviceLogin,
} from "./request-device-login.ts";

/** Logins of devices: a device asks, its user approves by a short code, and the device gets tokens. */
export interface Devices {
  /**
   * Makes the codes of a login, which are good for 15 minutes. `clientName`, 1–100 characters, is shown to the user; it
   * proves nothing.
   *
   * @throws AuthError VALIDATION_ERROR (details.path `clientName` or `permissions`), RATE_LIMITED beyond 60 an hour
   * from one IP address, DEVICE_LOGIN_UNAVAILABLE
   */
  request(input: DeviceRequest, origin?: Origin): Promise<DeviceLogin>;
  /**
   * The device that waits under a user code, for a user who is logged in. Ten wrong codes in 15 minutes block the
   * account, fifty the IP address.
   *
   * @throws AuthError NOT_FOUND, RATE_LIMITED
   */
  find(userId: string, userCode: string, origin?: Origin): Promise<WaitingDevice>;
  /** Logs the device in to the account of a user who holds a session. @throws AuthError NOT_FOUND, RATE_LIMITED */
  approve(userId: string, sessionId: string, userCode: string, origin?: Origin): Promise<void>;
  /** Refuses the login of the device. @throws AuthError NOT_FOUND, RATE_LIMITED */
  deny(userId: string, sessionId: string, userCode: string, origin?: Origin): Promise<void>;
  /**
   * The login of a device, once its user has approved it; the code works once.
   *
   * @throws AuthError AUTHORIZATION_PENDING, SLOW_DOWN, EXPIRED_TOKEN, ACCESS_DENIED
   */
  login(deviceCode: string, origin?: Origin): Promise<SignedIn>;
}

/** Logins of devices, and their background work. */
export interface DeviceControl extends Devices {
  /** Deletes codes that have expired, at most 1000 a call. */
  sweep(): Promise<void>;
}

/** Options of {@link createDevices}. */
interface Given {
  readonly store: Store;
  readonly clock: Clock;
  readonly masterKey: Uint8Array;
  readonly logins: Pick<Logins, "sessions">;
  readonly audit: Audit;
  readonly emit: EmitAuthEvent;
  readonly pageUrl: () => string | undefined;
  /** The set that logins may be narrowed to. */
  readonly permissions: PermissionSet;
}

const KEY_BYTES = 32;
const GUESSES = { maxAttempts: 10, windowSeconds: 900 } as const;

/** Logins of devices over a store. */
export function createDevices({ masterKey, ...given }: Given): DeviceControl {
  const { store, clock } = given;
  const limit = (kind: string, maxAttempts: number, windowSeconds: number) =>
    createAttemptLimit({ store, clock, kind, maxAttempts, windowSeconds });
  const { maxAttempts, windowSeconds } = GUESSES;
  const parts: DevicesParts = {
    ...given,
    userCodeKey: hkdfSha256(masterKey, "bourse device codes", KEY_BYTES),
    requests: limit("device_request", 60, 3600),
    guesses: {
      account: limit("device_account", maxAttempts, windowSeconds),
      address: limit("device_address", maxAttempts * 5, windowSeconds),
    },
  };
  return Object.freeze<DeviceControl>({
    request: (input, origin) => requestDeviceLogin(parts, input, origin),
    find: (userId, userCode, origin) => findDevice(parts, { userId, userCode }, origin),
    approve: (userId, sessionId, userCode, origin) =>
      decideDevice(parts, { userId, sessionId, userCode }, true, origin),
    deny: (userId, sessionId, userCode, origin) =>
      decideDevice(parts, { userId, sessionId, userCode }, false, origin),
    login: (deviceCode, origin) => logInDevice(parts, deviceCode, origin),
    sweep: async () => {
      await deleteFound(store, deviceCodes, { index: "by_end", range: { lte: clock.now() } });
    },
  });
}
