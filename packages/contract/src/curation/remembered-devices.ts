/** Remembered devices of an account, which stand for its second factor at logins. */

import type { NotesOf } from "../route/docs.ts";
import { list, object, type Fields, type ObjectSchema } from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import { MaybeText, Text, Timestamp, TOKEN, WRITING } from "./fields.ts";

const deviceFields = {
  /** Device id, a UUID. */
  id: Text,
  /** Time at which it was remembered, ISO 8601 in UTC. */
  created_at: Timestamp,
  /** Time of the last login from it, or of its beginning, ISO 8601 in UTC. */
  last_used_at: Timestamp,
  /** Time from which it needs a second factor again, ISO 8601 in UTC. */
  expires_at: Timestamp,
  /** The header `User-Agent` of the last login from it; null when there was none. */
  user_agent: MaybeText,
  /** IP address of the last login from it; null when it is not known. */
  ip: MaybeText,
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

/** The id of a device that was forgotten. */
export interface DeviceForgotten extends Fields<typeof deviceParams> {}
const DeviceForgotten: ObjectSchema<DeviceForgotten> = object(deviceParams);

const security = "bearer";

export const rememberedDeviceRoutes = {
  /**
   * List the caller's remembered devices, newest first.
   *
   * `GET /auth/remembered-devices` with an access token.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * @example
   *   await client.listRememberedDevices();
   */
  listRememberedDevices: route("GET", "/auth/remembered-devices", {
    security,
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
   * - ACCOUNT_SUSPENDED (403): Read the reason, and wait for the end of the suspension.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * @example
   *   await client.forgetDevice({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  forgetDevice: route("DELETE", "/auth/remembered-devices/:id", {
    security,
    params: DeviceParams,
    responses: { 200: DeviceForgotten },
    errors: { ...WRITING, NOT_FOUND: 404 },
  }),
};

/** Notes of {@link rememberedDeviceRoutes}. A function, so that bundlers drop it from clients. */
export function rememberedDeviceNotes(): NotesOf<typeof rememberedDeviceRoutes> {
  const tags = ["accounts"];
  const id = "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11";
  const created_at = "2026-01-01T00:00:00.000Z";
  return {
    listRememberedDevices: {
      tags,
      unspecified: [
        "A device is remembered by `remember` in POST /auth/login/factor, for REMEMBERED_DEVICE_DAYS, 30 by default. Its secret works once, after the right first proof, and never for a step-up; each login answers the next one. An account has at most 20 devices.",
        "A secret that an earlier login has replaced forgets its device, ends the sessions that it has opened, and a mail tells of it; within 30 s of that login it is only refused.",
        "All are forgotten when a credential or a factor changes, and when the account is suspended or all of its sessions end.",
      ],
      example: {
        response: [
          {
            id,
            created_at,
            last_used_at: created_at,
            expires_at: "2026-01-31T00:00:00.000Z",
            user_agent: "curl/8.5.0",
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
