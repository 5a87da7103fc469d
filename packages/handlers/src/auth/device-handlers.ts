/** Handlers of logins of devices. */

import type { AuthCore, Identity } from "@bourse/auth-core";
import type { Handlers } from "@bourse/contract";
import type { AuthApi } from "@bourse/contract/auth";

import { isoTime } from "../time/iso-time.ts";
import { originOf } from "./origin.ts";
import { steppedUp } from "./stepped-up.ts";
import { wireLogin } from "./wire/logins.ts";
import { wireNarrowing } from "./wire/permissions.ts";

type Routes = Pick<
  AuthApi["routes"],
  "requestDeviceCode" | "findDevice" | "approveDevice" | "deviceToken"
>;

/** Handlers of the routes that devices and their users call. */
export function deviceHandlers(
  core: Pick<AuthCore<string>, "devices" | "factors">,
): Handlers<Routes, Identity<string>> {
  const { devices } = core;
  return {
    async requestDeviceCode({ body }, context) {
      const { expiresInSeconds, intervalSeconds, ...codes } = await devices.request(
        body,
        originOf(context),
      );
      return { ...codes, expiresIn: expiresInSeconds, interval: intervalSeconds };
    },

    async findDevice({ body: { userCode } }, context) {
      const { userId } = context.identity;
      const device = await devices.find(userId, userCode, originOf(context));
      return {
        clientName: device.clientName,
        ip: device.ip,
        createdAt: isoTime(device.createdAt),
        expiresAt: isoTime(device.expiresAt),
        ...wireNarrowing(device),
      };
    },

    async approveDevice({ body: { userCode, approve = true } }, context) {
      const { userId, sessionId } = context.identity;
      if (approve) await steppedUp(core, context.identity);
      const act = approve ? "approve" : "deny";
      await devices[act](userId, sessionId ?? "", userCode, originOf(context));
      return {};
    },

    deviceToken: async ({ body: { deviceCode } }, context) =>
      wireLogin(await devices.login(deviceCode, originOf(context))),
  };
}
