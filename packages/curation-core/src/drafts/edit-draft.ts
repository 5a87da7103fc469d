/** The edit of a draft, which makes its next version. */

import { checkQuota } from "@bourse/credentials";

import type { Actor } from "../actor.ts";
import { CurationError } from "../errors.ts";
import { checkPatch, merged } from "../specification/check-draft-data.ts";
import type { DraftDataPatch } from "../specification/draft-data.ts";
import { changeAssessed } from "./change-assessed.ts";
import { MAXIMUM_OF_DRAFT, checkText } from "./draft-limits.ts";
import { draftView } from "./draft-view.ts";
import type { Draft } from "./draft.ts";
import type { DraftsParts } from "./drafts-parts.ts";
import { insertVersion } from "./insert-version.ts";

/** Input of an edit. */
export interface DraftEdit {
  /** Fields to replace; null removes a field. */
  readonly draftData: DraftDataPatch;
  /** Answer to the curator who requested changes, 1–5000 characters. Default null. */
  readonly curatorResponse?: string | null;
  /** Version that the author has read; another current version is VERSION_MISMATCH. Default: no check. */
  readonly version?: number | undefined;
}

/**
 * Creates the next version of a draft, for its owner.
 *
 * @throws CurationError NOT_FOUND, FORBIDDEN, STATE_CONFLICT, VERSION_MISMATCH, VALIDATION_ERROR, QUOTA_EXCEEDED
 */
export async function editDraft(
  parts: Pick<DraftsParts, "store" | "ledger" | "moves" | "assessor">,
  actor: Actor,
  id: string,
  edit: DraftEdit,
): Promise<Draft> {
  checkPatch(edit.draftData);
  const response = edit.curatorResponse ?? null;
  if (response !== null) checkText(response, "curatorResponse");
  return await changeAssessed(parts, actor, {
    id,
    seen: edit.version,
    dataOf: ({ draftData }) => merged(draftData, edit.draftData),
    commit: async (unit, found, { data, assessment }) => {
      const { version, status } = found.value;
      checkQuota(version, MAXIMUM_OF_DRAFT, "versions", CurationError);
      const { value } = await parts.moves.move(unit, actor, found, {
        action: "edit",
        to: status,
        changes: { ...assessment, draftData: data, version: version + 1 },
        note: response,
      });
      await insertVersion(unit, actor, value, response);
      return draftView(value);
    },
  });
}
