/** Handlers of forgotten passwords and of the proof of an e-mail address. */

import type { Handlers } from "@bourse/contract";
import type { CurationApi } from "@bourse/contract/curation";
import type { CurationCore } from "@bourse/curation-core";

import { isoTime } from "../time/iso-time.ts";
import { known, type Caller } from "./authenticate.ts";
import { originOf } from "./origin.ts";

type Routes = Pick<
  CurationApi["routes"],
  "forgotPassword" | "resetPassword" | "emailState" | "requestEmailVerification" | "verifyEmail"
>;

/** Handlers of the routes that send links, and of those that links open. */
export function recoveryHandlers({
  accounts,
}: Pick<CurationCore, "accounts">): Handlers<Routes, Caller> {
  return {
    async forgotPassword({ body: { email } }, context) {
      await accounts.requestPasswordReset(email, originOf(context));
      return {};
    },

    async resetPassword({ body: { token, password } }, context) {
      await accounts.resetPassword({ token, password }, originOf(context));
      return {};
    },

    async emailState(_input, { identity }) {
      const { email, verifiedAt } = await accounts.emailState(known(identity));
      return { email, verified_at: isoTime(verifiedAt) };
    },

    async requestEmailVerification(_input, context) {
      await accounts.requestEmailVerification(known(context.identity), originOf(context));
      return {};
    },

    async verifyEmail({ body: { token } }, context) {
      await accounts.verifyEmail(token, originOf(context), context.identity ?? null);
      return {};
    },
  };
}
