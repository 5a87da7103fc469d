/** Drafts, versions and comments as they are stored. */

import { type Collection, type Entity, defineCollection } from "@bourse/kernel";

import type { DraftComment, DraftDetail, DraftVersion } from "./draft.ts";

/** A stored draft: one document with one id for life. Times are milliseconds since the epoch. */
export interface DraftDocument extends Entity, Omit<DraftDetail, "revision"> {
  readonly id: string;
  /** Sequence number of the last change; the in-memory queue reads on from the highest it has seen. */
  readonly change: number;
  /** Value of `change` when the current version was saved. */
  readonly versionChange: number;
  /** True once an event has told that the claim has ended: it stays so when its holder becomes a curator again. */
  readonly isClaimOver?: boolean;
  /** True when the draft went with its author's account: nothing of its content is left, and nobody sees it. */
  readonly isErased?: true;
  /** True when the author's account was deleted and the draft, which became a market, has its name no more. */
  readonly isAuthorErased?: true;
}

/** The collection of drafts. */
export const drafts: Collection<
  DraftDocument,
  "by_creator" | "by_creator_status" | "by_curator" | "by_change"
> = defineCollection<DraftDocument>()({
  name: "drafts",
  indexes: {
    by_creator: { fields: ["creatorId", "createdAt"] },
    by_creator_status: { fields: ["creatorId", "status", "createdAt"] },
    by_curator: { fields: ["assignedCuratorId"] },
    by_change: { fields: ["change"], unique: true },
  },
});

/** A stored version of a draft's specification. */
export interface DraftVersionDocument extends Entity, DraftVersion {
  /** `<draft id>:<version>`. */
  readonly id: string;
  /** Id of the draft. */
  readonly draftId: string;
}

/** The collection of versions. */
export const draftVersions: Collection<DraftVersionDocument, "by_draft"> =
  defineCollection<DraftVersionDocument>()({
    name: "draft_versions",
    indexes: { by_draft: { fields: ["draftId", "version"], unique: true } },
  });

/** A stored comment. */
export interface DraftCommentDocument extends Entity, Omit<DraftComment, "hidden"> {
  readonly id: string;
  /** Hiding by a curator; absent or null while the comment is shown. */
  readonly hidden?: {
    readonly reason: string;
    readonly hiddenAt: number;
    /** Id of the curator. */
    readonly hiddenBy: string;
  } | null;
  /** Position in the thread. */
  readonly sequence: number;
}

/** The collection of comments. */
export const draftComments: Collection<DraftCommentDocument, "by_draft" | "by_author"> =
  defineCollection<DraftCommentDocument>()({
    name: "draft_comments",
    indexes: {
      by_draft: { fields: ["draftId", "sequence"] },
      by_author: { fields: ["authorId", "sequence"] },
    },
  });
