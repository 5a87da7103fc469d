/** Remembered devices of an account, which stand for its second factor at logins. */

import type { NotesOf } from "../route/docs.ts";
import { list, object, type Fields, type ObjectSchema } from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import { Text, Timestamp, TOKEN } from "./fields.ts";

const deviceFields = {
  /** Device id, a UUID. */
  id: Text,
  /** Time at which it was remembered, ISO 8601 in UTC. */
  createdAt: Timestamp,
  /** Time of the last login from it, or of its beginning, ISO 8601 in UTC. */
  lastUsedAt: Timestamp,
  /** Time from which it needs a second factor again, ISO 8601 in UTC. */
  expiresAt: Timestamp,
  /** The header `User-Agent` of the last login from it; null when there was none. */
  userAgent: Text.nullable(),
  /** IP address of the last login from it; null when it is not known. */
  ip: Text.nullable(),
};
/** A device that its owner has remembered. */
export interface RememberedDevice extends Fields<typeof deviceFields> {}
export const RememberedDevice: ObjectSchema<RememberedDevice> = object(deviceFields);

const deviceParams = {
  /** Device id, a UUID. */
  id: Text,
};
interface DeviceParams extends Fields<typeof deviceParams> {}
const DeviceParams: ObjectSchema<DeviceParams> = object(deviceParams);

const forgottenFields = {
  /** Id of the device that was forgotten. */
  id: Text,
};
/** The device that was forgotten. */
export interface DeviceForgotten extends Fields<typeof forgottenFields> {}
export const DeviceForgotten: ObjectSchema<DeviceForgotten> = object(forgottenFields);

export const rememberedDeviceRoutes = {
  /**
   * List the caller's remembered devices, newest first.
   *
   * `GET /auth/remembered-devices` with an access token.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * @example
   *   await client.listRememberedDevices();
   */
  listRememberedDevices: route("GET", "/auth/remembered-devices", {
    security: "bearer",
    responses: { 200: list(RememberedDevice) },
    errors: TOKEN,
  }),
  /**
   * Forget a device: logins from it need a second factor again.
   *
   * `DELETE /auth/remembered-devices/:id` with an access token.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * @example
   *   await client.forgetDevice({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  forgetDevice: route("DELETE", "/auth/remembered-devices/:id", {
    security: "bearer",
    params: DeviceParams,
    responses: { 200: DeviceForgotten },
    errors: { ...TOKEN, NOT_FOUND: 404 },
  }),
};

/** Notes of {@link rememberedDeviceRoutes}. A function, so that bundlers drop it from clients. */
export function rememberedDeviceNotes(): NotesOf<typeof rememberedDeviceRoutes> {
  const tags = ["second factors"];
  const id = "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11";
  const createdAt = "2026-01-01T00:00:00.000Z";
  return {
    listRememberedDevices: {
      tags,
      unspecified: [
        "A device is remembered by `remember` in POST /auth/login/factor, for REMEMBERED_DEVICE_DAYS, 30 by default. Its secret works once, after the right first proof, and never for a step-up; each login answers the next one. An account has at most 20 devices.",
        "A secret that an earlier login has replaced forgets its device, ends the sessions that it has opened, and a mail tells of it; within 30 s of that login it is only refused.",
        "All are forgotten when the password, the e-mail address or a factor changes, and when the account is suspended or all of its sessions end.",
      ],
      example: {
        response: [
          {
            id,
            createdAt,
            lastUsedAt: createdAt,
            expiresAt: "2026-01-31T00:00:00.000Z",
            userAgent: "curl/8.5.0",
            ip: "203.0.113.7",
          },
        ],
      },
    },
    forgetDevice: {
      tags,
      unspecified: ["Sessions that were opened from it stay."],
      example: { response: { id } },
    },
  };
}
