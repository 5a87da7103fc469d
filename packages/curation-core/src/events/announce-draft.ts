/** Events about drafts. */

import type { Actor } from "../actor.ts";
import type { DraftDocument } from "../drafts/draft-document.ts";
import type { UnitOfWork } from "../ledger/ledger.ts";
import type { CurationEventType } from "./curation-event.ts";

/** Stores an event about a draft, in the transaction of the change that it reports. */
export function announceDraft(
  unit: UnitOfWork,
  type: CurationEventType,
  actor: Actor,
  draft: DraftDocument,
): Promise<void> {
  return unit.announce(type, {
    draftId: draft.id,
    status: draft.status,
    questionText: draft.draftData.questionText ?? null,
    actorName: actor.username,
    marketId: draft.marketId,
    marketState: null,
    reason: null,
    outcomeId: null,
    evidenceUrl: null,
  });
}
