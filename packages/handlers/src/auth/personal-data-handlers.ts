/** Handlers of the copy and the deletion of an account. */

import type { AuthCore, Identity } from "@bourse/auth-core";
import type { Handlers } from "@bourse/contract";
import type { AuthApi } from "@bourse/contract/auth";

import { isoTime } from "../time/iso-time.ts";
import { originOf } from "./origin.ts";
import { steppedUp } from "./stepped-up.ts";
import { wireExport } from "./wire/account-export.ts";

type Routes = Pick<AuthApi["routes"], "exportAccount" | "deleteAccount" | "cancelDeletion">;

/** Handlers of the routes of personal data. */
export function personalDataHandlers(
  core: Pick<AuthCore<string>, "personalData" | "factors">,
): Handlers<Routes, Identity<string>> {
  const { personalData } = core;
  return {
    exportAccount: async (_input, { identity: { userId, sessionId } }) =>
      wireExport(await personalData.export(userId), sessionId),

    async deleteAccount({ body: { password } }, context) {
      const { userId, sessionId } = context.identity;
      await steppedUp(core, context.identity);
      const deletesAt = await personalData.requestDeletion(
        userId,
        sessionId ?? "",
        { password },
        originOf(context),
      );
      return { deletesAt: isoTime(deletesAt) };
    },

    async cancelDeletion(_input, context) {
      await personalData.cancelDeletion(context.identity.userId, originOf(context));
      return {};
    },
  };
}
