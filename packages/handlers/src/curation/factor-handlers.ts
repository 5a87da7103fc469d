/** Handlers of second factors. */

import type { Handlers } from "@bourse/contract";
import type { CurationApi } from "@bourse/contract/curation";
import type { CurationCore } from "@bourse/curation-core";

import { withoutCookie } from "../cookies/without-cookie.ts";
import { known, type Caller } from "./authenticate.ts";
import { originOf } from "./origin.ts";
import { steppedUp } from "./stepped-up.ts";
import { factorLoginOf, wireDevice, wireFactor, wireSignedIn } from "./wire/account.ts";

type Routes = Pick<
  CurationApi["routes"],
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
export function factorHandlers({
  accounts,
  factors,
}: Pick<CurationCore, "accounts" | "factors">): Handlers<Routes, Caller> {
  return {
    loginWithFactor: async ({ body }, context) =>
      wireSignedIn(
        await accounts.loginWithFactor(factorLoginOf(withoutCookie(body)), originOf(context)),
      ),

    listFactors: async (_input, { identity }) =>
      (await factors.list(known(identity))).map(wireFactor),

    async addTotp(_input, { identity }) {
      const actor = await steppedUp({ factors }, identity);
      return { ...(await factors.addTotp(actor)) };
    },

    async confirmTotp({ body }, context) {
      const codes = await factors.confirmTotp(known(context.identity), body, originOf(context));
      return { recovery_codes: [...codes] };
    },

    async removeFactor({ params: { id } }, { identity }) {
      const actor = await steppedUp({ factors }, identity);
      await factors.remove(actor, id);
      return { id };
    },

    listRememberedDevices: async (_input, { identity }) =>
      (await factors.devices(known(identity))).map(wireDevice),

    async forgetDevice({ params: { id } }, { identity }) {
      await factors.forgetDevice(known(identity), id);
      return { id };
    },

    async stepUp({ body }, context) {
      await factors.stepUp(known(context.identity), body, originOf(context));
      return {};
    },
  };
}
