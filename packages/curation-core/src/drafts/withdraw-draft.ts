/** The withdrawal of a draft. */

import type { Actor } from "../actor.ts";
import type { DraftStatus } from "../lifecycle/draft-statuses.ts";
import { UNCLAIMED } from "./draft-claim.ts";
import { requireOwner, requireStatus } from "./draft-moves.ts";
import { draftView } from "./draft-view.ts";
import type { Draft } from "./draft.ts";
import type { DraftsParts } from "./drafts-parts.ts";

const WITHDRAWABLE: readonly DraftStatus[] = ["draft", "pending", "changes_requested"];

/** Withdraws a draft, for its owner; final. @throws CurationError NOT_FOUND, FORBIDDEN, STATE_CONFLICT */
export function withdrawDraft(
  { ledger, moves }: Pick<DraftsParts, "ledger" | "moves">,
  actor: Actor,
  id: string,
): Promise<Draft> {
  return ledger.run(async (unit) => {
    const found = await moves.read(unit, actor, id);
    requireOwner(found.value, actor);
    requireStatus(found.value, WITHDRAWABLE);
    const move = { action: "withdraw", to: "withdrawn", changes: UNCLAIMED } as const;
    return draftView((await moves.move(unit, actor, found, move)).value);
  });
}
