/** Bulk calls: an act on many drafts, each in its own transaction. */

import { isBourseError } from "@bourse/kernel";

import { type Actor, requireCurator } from "../actor.ts";
import type { Draft } from "../drafts/draft.ts";
import { invalid } from "../invalid.ts";
import type { Finding } from "../rules/finding.ts";

/** Outcome of a bulk call, which handles each draft in its own transaction. */
export interface BulkOutcome {
  /** Warnings of the drafts that were changed, such as a market that asks almost the same. */
  readonly warnings: readonly (Finding & {
    /** Id of the draft. */
    readonly id: string;
  })[];
  /** Ids of the drafts that were changed. */
  readonly success: readonly string[];
  /** Drafts that were refused. */
  readonly failed: readonly {
    /** Id of the draft. */
    readonly id: string;
    /** Explanation for people. */
    readonly reason: string;
  }[];
}

/** Runs `act` for each id concurrently, so that they share a commit. Refusals are outcomes; other errors are thrown. */
export async function eachDraft(
  actor: Actor,
  ids: readonly string[],
  act: (id: string) => Promise<Draft>,
): Promise<BulkOutcome> {
  requireCurator(actor);
  if (ids.length < 1 || ids.length > 100) {
    throw invalid(["body", "draftIds"], "must contain 1 to 100 ids", "list");
  }
  const once = [...new Set(ids)];
  const outcomes = await Promise.all(
    once.map((id) =>
      act(id).then(
        ({ validationWarnings }) => ({ id, reason: null, warnings: validationWarnings }),
        (error: unknown) => {
          if (!isBourseError(error) || error.code.startsWith("STORE_")) throw error;
          return { id, reason: error.message, warnings: [] };
        },
      ),
    ),
  );
  return {
    warnings: outcomes.flatMap(({ id, warnings }) =>
      warnings.map((warning) => ({ id, ...warning })),
    ),
    success: outcomes.filter(({ reason }) => reason === null).map(({ id }) => id),
    failed: outcomes.flatMap(({ id, reason }) => (reason === null ? [] : [{ id, reason }])),
  };
}
