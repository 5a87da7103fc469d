/** Drafts as their owners work on them. */

import { reply, type Handlers } from "@bourse/contract";
import type { CurationApi } from "@bourse/contract/curation";
import type { CurationCore, DraftDataPatch, NewDraft } from "@bourse/curation-core";

import { known, type Caller } from "./authenticate.ts";
import { draftReply, versionSeen } from "./etag.ts";
import { given, pageReply, wire } from "./wire.ts";

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
    createDraft: async ({ body }, { identity }) =>
      // The core looks at every field of the specification, the unknown ones too.
      draftReply(201, await drafts.create(known(identity), given(body) as NewDraft)),

    listDrafts: async ({ query }, { identity }) =>
      pageReply(await drafts.list(known(identity), given(query)), query),

    getDraft: async ({ params }, { identity }) =>
      draftReply(200, await drafts.get(known(identity), params.id)),

    async editDraft({ params, headers, body }, { identity }) {
      const draft = await drafts.edit(known(identity), params.id, {
        ...given(body),
        draft_data: body.draft_data as DraftDataPatch,
        version: versionSeen(headers["if-match"]),
      });
      return draftReply(200, draft);
    },

    submitDraft: async ({ params }, { identity }) =>
      draftReply(200, await drafts.submit(known(identity), params.id)),

    withdrawDraft: async ({ params }, { identity }) =>
      draftReply(200, await drafts.withdraw(known(identity), params.id)),

    commentDraft: async ({ params, body }, { identity }) =>
      reply(201, wire(await drafts.comment(known(identity), params.id, body.body))),

    listComments: async ({ params }, { identity }) =>
      wire([...(await drafts.comments(known(identity), params.id))]),

    draftHistory: async ({ params }, { identity }) =>
      wire([...(await drafts.history(known(identity), params.id))]),

    draftDiff: async ({ params, query }, { identity }) =>
      wire([...(await drafts.diff(known(identity), params.id, query))]),

    draftActions: async ({ params }, { identity }) =>
      wire([...(await drafts.actions(known(identity), params.id))]),
  };
}
