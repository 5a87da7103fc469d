/** Handlers of sign-ins with OpenID providers. */

import type { AuthCore, Identity } from "@bourse/auth-core";
import type { BindOptions, BoundRoute, Handlers } from "@bourse/contract";
import { type AuthApi, authApi } from "@bourse/contract/auth";

import { withoutCookie } from "../cookies/without-cookie.ts";
import { redirectRows } from "../openid/redirect-rows.ts";
import { originOf } from "./origin.ts";
import { steppedUp } from "./stepped-up.ts";
import { translateAuthError } from "./translate.ts";
import { wireIdentity } from "./wire/identities.ts";
import { wireLogin } from "./wire/logins.ts";

type Routes = Pick<
  AuthApi["routes"],
  "listOpenIdProviders" | "openIdLogin" | "listIdentities" | "linkIdentity" | "unlinkIdentity"
>;

/** Handlers of the routes of sign-ins that pages call. */
export function openIdHandlers(core: AuthCore<string>): Handlers<Routes, Identity<string>> {
  const { openId } = core;
  return {
    listOpenIdProviders: () => openId.providers().map((one) => ({ ...one })),

    openIdLogin: async ({ body }, context) =>
      wireLogin(await openId.login(withoutCookie(body), originOf(context))),

    listIdentities: async (_input, { identity: { userId } }) =>
      (await openId.list(userId)).map(wireIdentity),

    async linkIdentity({ body }, context) {
      const { userId } = context.identity;
      await steppedUp(core, context.identity);
      return wireIdentity(await openId.link(userId, body, originOf(context)));
    },

    async unlinkIdentity({ params: { id } }, context) {
      const { userId } = context.identity;
      await steppedUp(core, context.identity);
      await openId.unlink(userId, id, originOf(context));
      return { id };
    },
  };
}

/** The routes of sign-ins that browsers call by themselves. */
export function openIdRows(
  { openId }: Pick<AuthCore<string>, "openId">,
  prefix: string,
  onError: BindOptions["onError"],
): readonly BoundRoute[] {
  const { wire } = authApi;
  return redirectRows({ openId, prefix, wire, translate: translateAuthError, onError });
}
