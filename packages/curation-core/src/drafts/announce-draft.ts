/** Events about drafts. */

import type { Actor } from "../actor.ts";
import type { CurationEvent, CurationEventType } from "../ledger/curation-event.ts";
import type { UnitOfWork } from "../ledger/ledger.ts";
import type { DraftDocument } from "./draft-document.ts";

/** Stores an event about a draft, in the transaction of the change that it reports. */
export function announceDraft(
  unit: UnitOfWork,
  type: CurationEventType,
  actor: Actor,
  draft: DraftDocument,
): Promise<void> {
  return unit.announce(type, draftEventData(actor.username, draft));
}

/** The data of an event about a draft that the account with this username caused. */
export function draftEventData(actorName: string, draft: DraftDocument): CurationEvent["data"] {
  return {
    draftId: draft.id,
    status: draft.status,
    questionText: draft.draftData.questionText ?? null,
    actorName,
    marketId: draft.marketId,
    marketState: null,
    reason: null,
    outcomeId: null,
    evidenceUrl: null,
  };
}
