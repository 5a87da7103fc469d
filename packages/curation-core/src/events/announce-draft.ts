/** What an event tells of a draft. */

import type { Actor } from "../actor.ts";
import type { DraftDocument } from "../drafts/draft-document.ts";
import type { UnitOfWork } from "../ledger/ledger.ts";
import type { CurationEventType } from "./curation-event.ts";

/** In the transaction that makes it true. */
export function announceDraft(
  unit: UnitOfWork,
  type: CurationEventType,
  actor: Actor,
  draft: DraftDocument,
): Promise<void> {
  return unit.announce(type, {
    draft_id: draft.id,
    status: draft.status,
    question_text: draft.draft_data.question_text ?? null,
    actor_name: actor.username,
    market_id: draft.market_id,
  });
}
