/** Handlers of sign-ins with OpenID providers. */

import type { BindOptions, BoundRoute, Handlers } from "@bourse/contract";
import { type CurationApi, curationApi } from "@bourse/contract/curation";
import type { CurationCore } from "@bourse/curation-core";

import { withoutCookie } from "../cookies/without-cookie.ts";
import { redirectRows } from "../openid/redirect-rows.ts";
import { known, type Caller } from "./authenticate.ts";
import { originOf } from "./origin.ts";
import { steppedUp } from "./stepped-up.ts";
import { translateCurationError } from "./translate.ts";
import { openIdLoginOf, wireIdentity, wireSignedIn } from "./wire/account.ts";

type Routes = Pick<
  CurationApi["routes"],
  "listOpenIdProviders" | "openIdLogin" | "listIdentities" | "linkIdentity" | "unlinkIdentity"
>;

/** Handlers of the routes of sign-ins that pages call. */
export function openIdHandlers(core: CurationCore): Handlers<Routes, Caller> {
  const { openId } = core;
  return {
    listOpenIdProviders: () => openId.providers().map((one) => ({ ...one })),

    openIdLogin: async ({ body }, context) =>
      wireSignedIn(await openId.login(openIdLoginOf(withoutCookie(body)), originOf(context))),

    listIdentities: async (_input, { identity }) =>
      (await openId.list(known(identity))).map(wireIdentity),

    linkIdentity: async ({ body }, { identity }) =>
      wireIdentity(await openId.link(await steppedUp(core, identity), body)),

    async unlinkIdentity({ params: { id } }, { identity }) {
      await openId.unlink(await steppedUp(core, identity), id);
      return { id };
    },
  };
}

/** The routes of sign-ins that browsers call by themselves. */
export function openIdRows(
  { openId }: Pick<CurationCore, "openId">,
  onError: BindOptions["onError"],
): readonly BoundRoute[] {
  const { basePath: prefix, wire } = curationApi;
  const translate = translateCurationError;
  return redirectRows({ openId, prefix, wire, translate, onError });
}
