/** Live events in the wire's spelling. */

import type { CuratorEvent } from "@bourse/contract/curation";
import type { CurationEvent } from "@bourse/curation-core";

import { isoTime } from "../../time/iso-time.ts";

/** The `data` of a Server-Sent Event. */
export function wireEvent({ id, type, createdAt, data }: CurationEvent): CuratorEvent {
  return {
    id,
    type,
    created_at: isoTime(createdAt),
    data: {
      draft_id: data.draftId,
      status: data.status,
      question_text: data.questionText,
      actor_name: data.actorName,
      market_id: data.marketId,
      market_state: data.marketState,
      reason: data.reason,
      outcome_id: data.outcomeId,
      evidence_url: data.evidenceUrl,
    },
  };
}
