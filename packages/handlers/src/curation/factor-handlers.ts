/** Handlers of second factors. */

import type { Handlers } from "@bourse/contract";
import type { CurationApi } from "@bourse/contract/curation";
import type { CurationCore } from "@bourse/curation-core";

import { withoutCookie } from "../cookies/without-cookie.ts";
import { known, type Caller } from "./authenticate.ts";
import { originOf } from "./origin.ts";
import { wireFactor, wireSignedIn } from "./wire/account.ts";

type Routes = Pick<
  CurationApi["routes"],
  "loginWithFactor" | "listFactors" | "addTotp" | "confirmTotp" | "removeFactor" | "stepUp"
>;

/** Handlers of the routes of second factors. */
export function factorHandlers({
  accounts,
  factors,
}: Pick<CurationCore, "accounts" | "factors">): Handlers<Routes, Caller> {
  return {
    loginWithFactor: async ({ body }, context) =>
      wireSignedIn(await accounts.loginWithFactor(withoutCookie(body), originOf(context))),

    listFactors: async (_input, { identity }) =>
      (await factors.list(known(identity))).map(wireFactor),

    async addTotp(_input, { identity }) {
      await factors.requireStepUp(known(identity));
      return { ...(await factors.addTotp(known(identity))) };
    },

    async confirmTotp({ body }, context) {
      const codes = await factors.confirmTotp(known(context.identity), body, originOf(context));
      return { recovery_codes: [...codes] };
    },

    async removeFactor({ params: { id } }, { identity }) {
      await factors.requireStepUp(known(identity));
      await factors.remove(known(identity), id);
      return { id };
    },

    async stepUp({ body }, context) {
      await factors.stepUp(known(context.identity), body, originOf(context));
      return {};
    },
  };
}
