/** Handlers of suspended accounts and hidden comments. */

import type { Handlers } from "@bourse/contract";
import type { CurationApi } from "@bourse/contract/curation";
import type { CurationCore } from "@bourse/curation-core";

import { known, type Caller } from "./authenticate.ts";
import { wireUser } from "./wire/account.ts";
import { wireDraftComment } from "./wire/draft.ts";

type Routes = Pick<
  CurationApi["routes"],
  "suspendAccount" | "reinstateAccount" | "hideComment" | "showComment"
>;

/** Handlers of the routes of moderation. */
export function moderationHandlers({
  moderation,
}: Pick<CurationCore, "moderation">): Handlers<Routes, Caller> {
  return {
    async suspendAccount({ params, body: { reason, until = null } }, { identity }) {
      const input = { reason, until: until === null ? null : Date.parse(until) };
      return wireUser(await moderation.suspend(known(identity), params.id, input));
    },

    reinstateAccount: async ({ params }, { identity }) =>
      wireUser(await moderation.reinstate(known(identity), params.id)),

    async hideComment({ params: { id, comment_id: commentId }, body: { reason } }, { identity }) {
      const input = { commentId, reason };
      return wireDraftComment(await moderation.hideComment(known(identity), id, input));
    },

    showComment: async ({ params: { id, comment_id: commentId } }, { identity }) =>
      wireDraftComment(await moderation.showComment(known(identity), id, { commentId })),
  };
}
