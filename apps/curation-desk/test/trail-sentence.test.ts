/** Entries of a trail in sentences. */
import type { DraftAction } from "@bourse/contract/curation";
import { expect, test } from "vitest";

import { draftSentence, reviewedVersion } from "../page/model/trail-sentence.ts";

function entry(more: Partial<DraftAction>): DraftAction {
  return {
    id: "a",
    draft_id: "d",
    action: "submit",
    actor_id: "u",
    actor_name: "ada",
    from_status: null,
    to_status: "pending",
    version: 2,
    note: null,
    self_reviewed: false,
    created_at: "2026-01-01T00:00:00.000Z",
    ...more,
  };
}

test("an approval says which version became a market, and what its curator knew", () => {
  const acknowledged_warnings = ["no_deadline", "no_source"];
  expect(draftSentence(entry({ action: "approve", acknowledged_warnings }))).toBe(
    "approved version 2, which became a market, knowing that it has no deadline and that it has no source",
  );
  expect(draftSentence(entry({ action: "reject", self_reviewed: true }))).toBe(
    "rejected version 2, which is final, as an admin, about an own draft",
  );
});

test("the version of the last review is that of the last request for changes", () => {
  expect(reviewedVersion([entry({})])).toBeUndefined();
  const asked = { action: "request_changes" } as const;
  const trail = [entry({ ...asked, version: 1 }), entry({ ...asked, version: 3 }), entry({})];
  expect(reviewedVersion(trail)).toBe(3);
});
