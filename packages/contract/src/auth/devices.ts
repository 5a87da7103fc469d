/** Logins of devices without a browser of their own, such as the command line (RFC 8628). */

import * as z from "zod";

import type { NotesOf } from "../route/docs.ts";
import { line } from "../route/free-text.ts";
import {
  exactObject,
  list,
  object,
  type Fields,
  type ObjectSchema,
} from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import { TokenPair } from "./accounts.ts";
import {
  BODY,
  bodyLimit,
  opaque,
  STEP_UP,
  Text,
  Timestamp,
  TOKEN,
  narrowingFields,
  Permission,
} from "./fields.ts";

const requestFields = {
  /** Name that the user is shown, 1–100 characters; it proves nothing. Default: none. */
  clientName: line(1, 100).optional(),
  ...narrowingFields,
};
/** A request of a device to be logged in. */
export interface DeviceRequest
  extends Fields<typeof narrowingFields>, Fields<typeof requestFields> {}
export const DeviceRequest: ObjectSchema<DeviceRequest> = exactObject(requestFields);

const codeFields = {
  /** Code that the device asks for its tokens with. */
  deviceCode: Text,
  /** Code that the user types on the page, such as `WDJB-MJHT`. */
  userCode: Text,
  /** Address of that page. */
  verificationUri: Text,
  /** Lifetime of both codes in seconds, at least 1. */
  expiresIn: z.int().min(1),
  /** Seconds that the device has to wait between two questions, at least 1. */
  interval: z.int().min(1),
};
/** The codes of a device that waits for its user. */
export interface DeviceCodes extends Fields<typeof codeFields> {}
export const DeviceCodes: ObjectSchema<DeviceCodes> = object(codeFields);

const userCodeFields = {
  /** Code that the device shows, 1–40 characters, in any case, with or without separators. */
  userCode: opaque(40),
};
/** A user code. */
export interface UserCode extends Fields<typeof userCodeFields> {}
export const UserCode: ObjectSchema<UserCode> = object(userCodeFields);

const decisionFields = {
  ...userCodeFields,
  /** False to refuse the login of the device. Default true. */
  approve: z.boolean().optional(),
};
/** The decision of a user about a device. */
export interface DeviceDecision extends Fields<typeof decisionFields> {}
export const DeviceDecision: ObjectSchema<DeviceDecision> = exactObject(decisionFields);

const deviceFields = {
  /** Name that the device gave itself, which proves nothing; null when it gave none. */
  clientName: Text.nullable(),
  /** IP address that it asked from; null when it is not known. */
  ip: Text.nullable(),
  /** Time of its request, ISO 8601 in UTC. */
  createdAt: Timestamp,
  /** Time from which its codes are refused, ISO 8601 in UTC. */
  expiresAt: Timestamp,
  /** Permissions that its login is narrowed to; only of a device that asks for some. */
  permissions: list(Permission).optional(),
};
/** A device that wants to be logged in. */
export interface WaitingDevice extends Fields<typeof deviceFields> {}
export const WaitingDevice: ObjectSchema<WaitingDevice> = object(deviceFields);

const tokenFields = {
  /** Code that the device was given, 1–200 characters. */
  deviceCode: opaque(200),
};
/** The question of a device for its tokens. */
export interface DeviceTokenRequest extends Fields<typeof tokenFields> {}
export const DeviceTokenRequest: ObjectSchema<DeviceTokenRequest> = object(tokenFields);

/** An empty object. */
const Done = z.object({});
const USER_CODE = { ...BODY, ...TOKEN, NOT_FOUND: 404, RATE_LIMITED: 429 } as const;

export const deviceRoutes = {
  /**
   * Ask for the codes of a login, for a device that has no browser.
   *
   * `POST /auth/device/code`.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (400): Correct what `issues` or the message names.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - DEVICE_LOGIN_UNAVAILABLE (501): Ask the operator to set PUBLIC_URL.
   * @example
   *   await client.requestDeviceCode({ body: { clientName: "bourse on build-7" } });
   */
  requestDeviceCode: route("POST", "/auth/device/code", {
    body: DeviceRequest,
    bodyLimit,
    responses: { 200: DeviceCodes },
    errors: { ...BODY, RATE_LIMITED: 429, DEVICE_LOGIN_UNAVAILABLE: 501 },
  }),
  /**
   * Describe the device that waits under a user code.
   *
   * `POST /auth/device/find` with an access token.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (400): Correct what `issues` or the message names.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * @example
   *   await client.findDevice({ body: { userCode: "WDJB-MJHT" } });
   */
  findDevice: route("POST", "/auth/device/find", {
    security: "bearer",
    body: UserCode,
    bodyLimit,
    idempotent: true,
    responses: { 200: WaitingDevice },
    errors: USER_CODE,
  }),
  /**
   * Log the device under a user code in to the account, or refuse it.
   *
   * `POST /auth/device/approve` with an access token.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (400): Correct what `issues` or the message names.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - STEP_UP_REQUIRED (403): Answer the challenge by a second factor, then call again.
   * @example
   *   await client.approveDevice({ body: { userCode: "WDJB-MJHT", approve: true } });
   */
  approveDevice: route("POST", "/auth/device/approve", {
    security: "bearer",
    body: DeviceDecision,
    bodyLimit,
    responses: { 200: Done },
    errors: { ...USER_CODE, ...STEP_UP },
  }),
  /**
   * Exchange a device code for tokens, once its user has approved it.
   *
   * `POST /auth/device/token`.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (400): Correct what `issues` or the message names.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - AUTHORIZATION_PENDING (400): Ask again after the interval.
   * - SLOW_DOWN (400): Ask again after an interval that is 5 seconds longer.
   * - EXPIRED_TOKEN (400): Ask for new codes.
   * - ACCESS_DENIED (400): Ask the user, who has refused it.
   * @example
   *   await client.deviceToken({
   *     body: { deviceCode: "dc_bm90LWEtc2VjcmV0LWp1c3QtYW4tZXhhbXBsZQ-_-_-" },
   *   });
   */
  deviceToken: route("POST", "/auth/device/token", {
    body: DeviceTokenRequest,
    bodyLimit,
    responses: { 200: TokenPair },
    errors: {
      ...BODY,
      AUTHORIZATION_PENDING: 400,
      SLOW_DOWN: 400,
      EXPIRED_TOKEN: 400,
      ACCESS_DENIED: 400,
    },
  }),
};

/** Notes of {@link deviceRoutes}. A function, so that bundlers drop it from clients. */
export function deviceNotes(): NotesOf<typeof deviceRoutes> {
  const tags = ["accounts"];
  const deviceCode = "dc_bm90LWEtc2VjcmV0LWp1c3QtYW4tZXhhbXBsZQ-_-_-";
  const userCode = "WDJB-MJHT";
  const session = "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11";
  const token = "eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCIsImtpZCI6Ii4uLiJ9.e30.c2lnbmF0dXJl";
  const refreshToken = `rt_${session}_bm90LWEtc2VjcmV0LWp1c3QtYW4tZXhhbXBsZQ`;
  return {
    requestDeviceCode: {
      tags,
      unspecified: [
        "The page is of PUBLIC_URL, never of a host that the request names. Sixty requests an hour from one IP address: 429 with Retry-After.",
      ],
      example: {
        body: { clientName: "bourse on build-7" },
        response: {
          deviceCode,
          userCode,
          verificationUri: "https://accounts.example/#/device",
          expiresIn: 900,
          interval: 5,
        },
      },
    },
    findDevice: {
      tags,
      unspecified: [
        "An unknown, decided or expired code is 404. Ten wrong codes in 15 minutes block the account, fifty the IP address: 429 with Retry-After.",
      ],
      example: {
        body: { userCode },
        response: {
          clientName: "bourse on build-7",
          ip: "203.0.113.7",
          createdAt: "2026-01-15T12:00:00.000Z",
          expiresAt: "2026-01-15T12:15:00.000Z",
        },
      },
    },
    approveDevice: {
      tags,
      unspecified: [
        "A code is decided once. Wrong codes count as those of POST /auth/device/find. To approve needs a step-up in an account with a factor; to refuse does not.",
      ],
      example: { body: { userCode, approve: true }, response: {} },
    },
    deviceToken: {
      tags,
      unspecified: [
        "Until the user has decided it is AUTHORIZATION_PENDING; a question before the interval is over is SLOW_DOWN, and the interval grows by 5 s.",
        "ACCESS_DENIED after a refusal; EXPIRED_TOKEN for a code that was used, has expired or is unknown. All are 400.",
        "Of several questions at once one gets the tokens: a session of its own, with the device's address.",
      ],
      example: { body: { deviceCode }, response: { token, refreshToken, expiresIn: 900 } },
    },
  };
}
