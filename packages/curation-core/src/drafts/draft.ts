/** Drafts, their versions and their comments, as owners and curators read them. */

import type { Json } from "@bourse/kernel";

import type { DraftStatus } from "../lifecycle/draft-statuses.ts";
import type { Finding } from "../rules/finding.ts";
import type { DraftData } from "../specification/draft-data.ts";

/** A JSON object whose keys are the caller's own; curation stores it and never looks inside. */
export type JsonObject = Readonly<Record<string, Json>>;

/** A market specification under review, with its state and its assessment. Times are milliseconds since the epoch. */
export interface Draft {
  /** UUID of the draft; it never changes. */
  readonly id: string;
  /** Id of the account that created the draft. */
  readonly creatorId: string;
  /** The creator's wallet address; null when the account has none. */
  readonly creatorWallet: string | null;
  /** The market specification, as of `version`. */
  readonly draftData: DraftData;
  /** The current state, by the clock: a draft whose claim has ended is `pending`. */
  readonly status: DraftStatus;
  /** Id of the curator who holds or decided the review; null when nobody does. */
  readonly assignedCuratorId: string | null;
  /** Username of that curator; null when nobody holds the review. */
  readonly assignedCuratorName: string | null;
  /** Expiry time of the claim; null without a claim, and once the claim has ended. */
  readonly claimExpiresAt: number | null;
  /** Name of the model that wrote the draft, as its author gave it; null when none was given. */
  readonly aiModelUsed: string | null;
  /** The author's own data about that generation; null when none was given. */
  readonly aiGenerationMetadata: JsonObject | null;
  /** Quality score, 0–1; 1 is best. */
  readonly qualityScore: number;
  /** Safety score, 0–1; 1 is best. */
  readonly safetyScore: number;
  /** Clarity score, 0–1; 1 is best. */
  readonly clarityScore: number;
  /** Problems that block a submission and an approval. */
  readonly validationErrors: readonly Finding[];
  /** Problems that curators should see and that block nothing. */
  readonly validationWarnings: readonly Finding[];
  /** The deciding curator's notes, or the reason of a rejection; null before a decision. */
  readonly curatorNotes: string | null;
  /** The requested changes by field name; null until changes are requested. */
  readonly requestedChanges: Readonly<Record<string, string>> | null;
  /** Version of the specification: 1 at first, plus 1 with each edit. */
  readonly version: number;
  /** 0 while the draft is as its version was saved, then a number that rises with every change of state or claim. */
  readonly revision: number;
  /** Id of the market made by the approval; null before it. */
  readonly marketId: string | null;
  /** Creation time. */
  readonly createdAt: number;
  /** Time of the last change. */
  readonly updatedAt: number;
  /** Time of the last submission; null before the first. */
  readonly submittedAt: number | null;
  /** Time of the last decision; null before the first. */
  readonly reviewedAt: number | null;
  /** Approval time; null before it. */
  readonly approvedAt: number | null;
}

/** A draft with the conversation that led to it. */
export interface DraftDetail extends Draft {
  /** The conversation as the author gave it; null when none was given. */
  readonly conversationHistory: readonly Json[] | null;
}

/** One version of a draft's specification; it never changes. */
export interface DraftVersion {
  /** Number of the version, from 1. */
  readonly version: number;
  /** The whole specification as of this version. */
  readonly draftData: DraftData;
  /** Id of the account that made the edit. */
  readonly editorId: string;
  /** Username of that account at the time of the edit. */
  readonly editorName: string;
  /** The author's answer to the curator, sent with the edit; null when none was sent. */
  readonly curatorResponse: string | null;
  /** Time of the edit in milliseconds since the epoch. */
  readonly createdAt: number;
}

/** The hiding of a comment by a curator. */
export interface HiddenComment {
  /** Reason, 10–1,000 characters; null for others than its author and curators. */
  readonly reason: string | null;
  /** Time of the hiding in milliseconds since the epoch. */
  readonly hiddenAt: number;
}

/** One comment in the thread of a draft. */
export interface DraftComment {
  /** UUID of the comment. */
  readonly id: string;
  /** Id of the draft. */
  readonly draftId: string;
  /** Id of the account that wrote it. */
  readonly authorId: string;
  /** Username of that account at the time. */
  readonly authorName: string;
  /** `owner` when the draft's creator wrote it, else `curator`. */
  readonly authorRole: "owner" | "curator";
  /** The text, 1–5000 characters; empty where a hidden comment is read by others than its author and curators. */
  readonly body: string;
  /** Time of the comment in milliseconds since the epoch. */
  readonly createdAt: number;
  /** Present while the comment is hidden. */
  readonly hidden?: HiddenComment;
}
