/** The submission of a draft for review. */

import type { Actor } from "../actor.ts";
import type { Acknowledgement } from "../rules/acknowledgement.ts";
import { announceDraft } from "./announce-draft.ts";
import { changeAssessed } from "./change-assessed.ts";
import { UNCLAIMED } from "./draft-claim.ts";
import { draftView } from "./draft-view.ts";
import type { Draft } from "./draft.ts";
import type { DraftsParts } from "./drafts-parts.ts";

/** Submits a draft, for its owner. @throws CurationError NOT_FOUND, FORBIDDEN, STATE_CONFLICT, DRAFT_INCOMPLETE */
export function submitDraft(
  parts: Pick<DraftsParts, "store" | "ledger" | "moves" | "assessor">,
  actor: Actor,
  id: string,
  input: Acknowledgement = {},
): Promise<Draft> {
  return changeAssessed(parts, actor, {
    id,
    seen: undefined,
    dataOf: ({ draftData }) => draftData,
    commit: async (unit, found, { assessment }) => {
      const acknowledgedWarnings = parts.assessor.requireComplete(found.value.draftData, input);
      const { value } = await parts.moves.move(unit, actor, found, {
        action: "submit",
        to: "pending",
        changes: { ...assessment, ...UNCLAIMED, submittedAt: unit.now },
        acknowledgedWarnings,
      });
      await announceDraft(unit, "draft.submitted", actor, value);
      return draftView(value);
    },
  });
}
