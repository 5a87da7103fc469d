/** Where a draft stands between its owner and the curators. */

import * as z from "zod";

export const DraftStatus = z.enum([
  "draft",
  "pending",
  "in_review",
  "changes_requested",
  "approved",
  "rejected",
  "withdrawn",
]);
export type DraftStatus = z.infer<typeof DraftStatus>;
