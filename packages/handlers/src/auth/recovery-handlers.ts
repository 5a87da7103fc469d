/** Handlers of forgotten passwords and of the proof of an e-mail address. */

import type { AuthCore, Identity } from "@bourse/auth-core";
import type { Handlers } from "@bourse/contract";
import type { AuthApi } from "@bourse/contract/auth";

import { isoTime } from "../time/iso-time.ts";
import { originOf } from "./origin.ts";

type Routes = Pick<
  AuthApi["routes"],
  "forgotPassword" | "resetPassword" | "emailState" | "requestEmailVerification" | "verifyEmail"
>;

/** Handlers of the routes that send links, and of those that links open. */
export function recoveryHandlers({
  accounts,
}: Pick<AuthCore<string>, "accounts">): Handlers<Routes, Identity<string>> {
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
      const { email, verifiedAt } = await accounts.emailState(identity.userId);
      return { email, verifiedAt: verifiedAt === null ? null : isoTime(verifiedAt) };
    },

    async requestEmailVerification(_input, context) {
      await accounts.requestEmailVerification(context.identity.userId, originOf(context));
      return {};
    },

    async verifyEmail({ body: { token } }, context) {
      await accounts.verifyEmail(token, originOf(context));
      return {};
    },
  };
}
