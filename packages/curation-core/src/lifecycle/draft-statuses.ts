/** The states in the life of a draft. */

/** The states of a draft; the last three are final. */
export const DRAFT_STATUSES = [
  "draft",
  "pending",
  "in_review",
  "changes_requested",
  "approved",
  "rejected",
  "withdrawn",
] as const;

/** The state of a draft: one of {@link DRAFT_STATUSES}. */
export type DraftStatus = (typeof DRAFT_STATUSES)[number];
