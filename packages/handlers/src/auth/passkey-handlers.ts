/** Handlers of passkeys. */

import type { AuthCore, Identity } from "@bourse/auth-core";
import type { Handlers } from "@bourse/contract";
import type { AuthApi } from "@bourse/contract/auth";

import { withoutCookie } from "../cookies/without-cookie.ts";
import { wireCreationOptions, wireRequestOptions } from "../passkeys/wire-options.ts";
import { isoTime } from "../time/iso-time.ts";
import { originOf } from "./origin.ts";
import { steppedUp } from "./stepped-up.ts";
import { wireLogin } from "./wire/logins.ts";

type Routes = Pick<
  AuthApi["routes"],
  "beginPasskey" | "addPasskey" | "beginPasskeyLogin" | "loginWithPasskey"
>;

/** Handlers of the routes of passkeys. */
export function passkeyHandlers(
  core: Pick<AuthCore<string>, "accounts" | "factors">,
): Handlers<Routes, Identity<string>> {
  const { accounts, factors } = core;
  return {
    async beginPasskey(_input, { identity }) {
      await steppedUp(core, identity);
      return wireCreationOptions(await factors.beginPasskey(identity.userId));
    },

    async addPasskey({ body }, context) {
      const { identity } = context;
      await steppedUp(core, identity);
      const added = await factors.addPasskey(identity.userId, body, originOf(context));
      const { id, name, createdAt, recoveryCodes } = added;
      const kind = "passkey" as const;
      return { id, kind, name, createdAt: isoTime(createdAt), recoveryCodes: [...recoveryCodes] };
    },

    beginPasskeyLogin: async ({ body }) =>
      wireRequestOptions(await accounts.beginPasskeyLogin(body)),

    loginWithPasskey: async ({ body }, context) =>
      wireLogin(await accounts.loginWithPasskey(withoutCookie(body), originOf(context))),
  };
}
