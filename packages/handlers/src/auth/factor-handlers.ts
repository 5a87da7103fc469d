/** Handlers of second factors, and the step-up that changes of an account ask for. */

import type { AuthCore, Identity } from "@bourse/auth-core";
import type { Handlers } from "@bourse/contract";
import type { AuthApi } from "@bourse/contract/auth";

import { withoutCookie } from "../cookies/without-cookie.ts";
import { originOf } from "./origin.ts";
import { steppedUp } from "./stepped-up.ts";
import { wireFactor } from "./wire/factors.ts";
import { wireLogin } from "./wire/logins.ts";
import { wireDevice } from "./wire/remembered-devices.ts";

type Routes = Pick<
  AuthApi["routes"],
  | "loginWithFactor"
  | "listFactors"
  | "addTotp"
  | "confirmTotp"
  | "removeFactor"
  | "stepUp"
  | "listRememberedDevices"
  | "forgetDevice"
>;

/** Handlers of the routes of second factors. */
export function factorHandlers(
  core: Pick<AuthCore<string>, "accounts" | "factors">,
): Handlers<Routes, Identity<string>> {
  const { accounts, factors } = core;
  return {
    loginWithFactor: async ({ body }, context) =>
      wireLogin(await accounts.loginWithFactor(withoutCookie(body), originOf(context))),

    listFactors: async (_input, { identity }) =>
      (await factors.list(identity.userId)).map(wireFactor),

    async addTotp(_input, { identity }) {
      await steppedUp(core, identity);
      return { ...(await factors.addTotp(identity.userId)) };
    },

    async confirmTotp({ body }, context) {
      const { userId } = context.identity;
      return { recoveryCodes: [...(await factors.confirmTotp(userId, body, originOf(context)))] };
    },

    async removeFactor({ params: { id } }, context) {
      await steppedUp(core, context.identity);
      await factors.remove(context.identity.userId, id, originOf(context));
      return { id };
    },

    listRememberedDevices: async (_input, { identity }) =>
      (await factors.devices(identity.userId)).map(wireDevice),

    async forgetDevice({ params: { id } }, context) {
      await factors.forgetDevice(context.identity.userId, id, originOf(context));
      return { id };
    },

    async stepUp({ body }, context) {
      const { userId, sessionId } = context.identity;
      // The route accepts access tokens only, and every access token has a session.
      await factors.stepUp({ userId, sessionId: sessionId ?? "" }, body, originOf(context));
      return {};
    },
  };
}
