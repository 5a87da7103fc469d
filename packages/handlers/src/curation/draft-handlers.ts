/** Drafts for their owners. */

import { reply, type Handlers } from "@bourse/contract";
import type { CurationApi } from "@bourse/contract/curation";
import type { CurationCore } from "@bourse/curation-core";

import { listReply } from "../paging/list-reply.ts";
import { known, type Caller } from "./authenticate.ts";
import { draftReply, draftTag, versionSeen } from "./etag.ts";
import { wireFieldChange } from "./wire/draft-data.ts";
import {
  draftEditOf,
  newDraftOf,
  wireDraft,
  wireDraftAction,
  wireDraftComment,
  wireDraftDetail,
  wireDraftVersion,
} from "./wire/draft.ts";
import { given } from "./wire/given.ts";

type Routes = Pick<
  CurationApi["routes"],
  | "createDraft"
  | "listDrafts"
  | "getDraft"
  | "editDraft"
  | "submitDraft"
  | "withdrawDraft"
  | "commentDraft"
  | "listComments"
  | "draftHistory"
  | "draftDiff"
  | "draftActions"
>;

export function draftHandlers({ drafts }: CurationCore): Handlers<Routes, Caller> {
  return {
    async createDraft({ body, headers }, { identity }) {
      const options = { idempotencyKey: headers["idempotency-key"] };
      return draftReply(201, await drafts.create(known(identity), newDraftOf(body), options));
    },

    listDrafts: async ({ query }, { identity }) =>
      listReply(await drafts.list(known(identity), given(query)), wireDraft),

    async getDraft({ params }, { identity }) {
      const draft = await drafts.get(known(identity), params.id);
      return reply(200, wireDraftDetail(draft), { etag: draftTag(draft) });
    },

    async editDraft({ params, headers, body }, { identity }) {
      const edit = draftEditOf(body, versionSeen(headers["if-match"]));
      return draftReply(200, await drafts.edit(known(identity), params.id, edit));
    },

    async submitDraft({ params, body: { acknowledge_warnings } }, { identity }) {
      const input = given({ acknowledgeWarnings: acknowledge_warnings });
      return draftReply(200, await drafts.submit(known(identity), params.id, input));
    },

    withdrawDraft: async ({ params }, { identity }) =>
      draftReply(200, await drafts.withdraw(known(identity), params.id)),

    commentDraft: async ({ params, body }, { identity }) =>
      reply(201, wireDraftComment(await drafts.comment(known(identity), params.id, body.body))),

    listComments: async ({ params }, { identity }) =>
      (await drafts.comments(known(identity), params.id)).map(wireDraftComment),

    draftHistory: async ({ params }, { identity }) =>
      (await drafts.history(known(identity), params.id)).map(wireDraftVersion),

    draftDiff: async ({ params, query }, { identity }) =>
      (await drafts.diff(known(identity), params.id, query)).map(wireFieldChange),

    draftActions: async ({ params }, { identity }) =>
      (await drafts.actions(known(identity), params.id)).map(wireDraftAction),
  };
}
