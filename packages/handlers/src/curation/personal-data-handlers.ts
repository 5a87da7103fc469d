/** Handlers of the copy and the deletion of an account. */

import type { Handlers } from "@bourse/contract";
import type { CurationApi } from "@bourse/contract/curation";
import type { CurationCore } from "@bourse/curation-core";

import { isoTime } from "../time/iso-time.ts";
import { known, type Caller } from "./authenticate.ts";
import { originOf } from "./origin.ts";
import { steppedUp } from "./stepped-up.ts";
import { wireExport } from "./wire/account-export.ts";
import { deletionProofOf } from "./wire/account.ts";

type Routes = Pick<
  CurationApi["routes"],
  "exportAccount" | "requestDeletionCode" | "deleteAccount" | "cancelDeletion"
>;

/** Handlers of the routes of personal data. */
export function personalDataHandlers(core: CurationCore): Handlers<Routes, Caller> {
  const { personalData } = core;
  return {
    exportAccount: async (_input, { identity }) =>
      wireExport(await personalData.export(known(identity))),

    async requestDeletionCode(_input, context) {
      await personalData.requestDeletionCode(known(context.identity), originOf(context));
      return {};
    },

    async deleteAccount({ body }, context) {
      const deletesAt = await personalData.requestDeletion(
        await steppedUp(core, context.identity),
        deletionProofOf(body),
        originOf(context),
      );
      return { deletes_at: isoTime(deletesAt) };
    },

    async cancelDeletion(_input, context) {
      await personalData.cancelDeletion(known(context.identity), originOf(context));
      return {};
    },
  };
}
