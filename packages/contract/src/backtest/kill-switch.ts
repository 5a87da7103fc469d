/** The kill switch of the account: no order is placed while it is on. */

import type { NotesOf } from "../route/docs.ts";
import {
  exactObject,
  object,
  oneOf,
  type Fields,
  type InputFields,
  type ObjectSchema,
} from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import { storable } from "../route/text-checks.ts";
import { GUARD, MaybeTime, security, Text } from "./fields.ts";
import { success } from "./orders.ts";

const switchFields = {
  /**
   * `off`; `frozen`: no order is placed; `flattening`: as frozen, and the service's own orders are being cancelled and
   * its own positions closed, until nothing is left.
   */
  state: oneOf(["off", "frozen", "flattening"]),
  /** Mode that was asked for; null when it is off. */
  mode: oneOf(["freeze", "flatten"]).nullable(),
  /** Reason that was given; null when it is off. */
  reason: Text.nullable(),
  /** Place that it was set from: this route, the file KILL_SWITCH_FILE or the signal SIGUSR2; null when it is off. */
  source: oneOf(["api", "file", "signal"]).nullable(),
  /** Name of the key that set it, as the audit trail has it; null when no key did. */
  set_by: Text.nullable(),
  /** Time at which it was set, ISO 8601 in UTC; null when it is off. */
  set_at: MaybeTime,
};
/** The state of the kill switch. */
export interface KillSwitch extends Fields<typeof switchFields> {}
export const KillSwitch: ObjectSchema<KillSwitch> = object(switchFields);

const replyFields = {
  /** The kill switch. */
  kill_switch: KillSwitch,
};
/** The answer with the kill switch. */
export interface KillSwitchReply extends Fields<typeof success>, Fields<typeof replyFields> {}
export const KillSwitchReply: ObjectSchema<KillSwitchReply> = object({
  ...success,
  ...replyFields,
});

const requestFields = {
  /**
   * `freeze`: no order is placed, cancels and closes go on. `flatten`: own orders are cancelled and own positions
   * closed as well.
   */
  mode: oneOf(["freeze", "flatten"]),
  /** Reason, 1–500 characters. */
  reason: storable(1, 500),
};
/** A request to set the kill switch. */
export interface KillSwitchRequest extends Fields<typeof requestFields> {}
/** A request to set the kill switch, as a caller sends it. */
export interface KillSwitchRequestInput extends InputFields<typeof requestFields> {}
export const KillSwitchRequest: ObjectSchema<KillSwitchRequest, KillSwitchRequestInput> =
  exactObject(requestFields);

export const killSwitchRoutes = {
  /**
   * Read the kill switch.
   *
   * `GET /kill-switch` with an API key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * @example
   *   await client.getKillSwitch();
   */
  getKillSwitch: route("GET", "/kill-switch", {
    security,
    responses: { 200: KillSwitchReply },
    errors: GUARD,
  }),
  /**
   * Set the kill switch, or change its mode.
   *
   * `PUT /kill-switch` with an API key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - INVALID_PARAMETERS (400), VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * @example
   *   await client.setKillSwitch({ body: { mode: "freeze", reason: "prices look wrong" } });
   */
  setKillSwitch: route("PUT", "/kill-switch", {
    security,
    body: KillSwitchRequest,
    responses: { 200: KillSwitchReply },
    errors: { ...GUARD, INVALID_PARAMETERS: 400, VALIDATION_ERROR: 422 },
  }),
  /**
   * Release the kill switch.
   *
   * `DELETE /kill-switch` with an API key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - INVALID_PARAMETERS (400): Correct what `issues` or the message names.
   * - CONFLICT (409): Read the record again; its state does not allow this change.
   * @example
   *   await client.releaseKillSwitch();
   */
  releaseKillSwitch: route("DELETE", "/kill-switch", {
    security,
    responses: { 200: KillSwitchReply },
    errors: { ...GUARD, INVALID_PARAMETERS: 400, CONFLICT: 409 },
  }),
};

/** Notes of {@link killSwitchRoutes}. A function, so that bundlers drop it from clients. */
export function killSwitchNotes(): NotesOf<typeof killSwitchRoutes> {
  const tags = ["execution"];
  const off = { state: "off", mode: null, reason: null, source: null, set_by: null, set_at: null };
  const on = {
    state: "frozen",
    mode: "freeze",
    reason: "prices look wrong",
    source: "api",
    set_by: "key:2bb80d53",
    set_at: "2026-01-01T00:00:00.000Z",
  };
  return {
    getKillSwitch: {
      tags,
      unspecified: ["It is kept in the store: all processes over it obey it, and a restart too."],
      example: { response: { success: true, kill_switch: off } },
    },
    setKillSwitch: {
      tags,
      unspecified: [
        "After the answer no process over the store places an order: orders on their way were answered before, or can no longer be sent. That takes as long as the slowest of them, at most 30 seconds.",
        "Cancels and closes go on. An order is refused with 422 RISK_REFUSED, the repeat of one that was placed before is answered as before.",
        "flatten goes on in the background and over restarts: own orders are cancelled until their states say so, then own positions are closed, until nothing is left. Orders and positions that were not placed through this service are never touched; a paper account is all its own.",
      ],
      example: {
        body: { mode: "freeze", reason: "prices look wrong" },
        response: { success: true, kill_switch: on },
      },
    },
    releaseKillSwitch: {
      tags,
      unspecified: [
        "A switch that is off stays off. With KILL_SWITCH_RELEASE=other_key the key that set it is refused with 403, and so is another key of its account.",
        "409 while the file KILL_SWITCH_FILE is present.",
      ],
      example: { response: { success: true, kill_switch: off } },
    },
  };
}
