/** Changes of a draft by its owner that need a new assessment. */

import type { Versioned } from "@bourse/kernel";

import type { Actor } from "../actor.ts";
import type { UnitOfWork } from "../ledger/ledger.ts";
import type { DraftStatus } from "../lifecycle/draft-statuses.ts";
import type { Assessment } from "../rules/assess.ts";
import type { DraftData } from "../specification/draft-data.ts";
import type { DraftDocument } from "./draft-document.ts";
import { requireOwner, requireStatus, requireVersion } from "./draft-moves.ts";
import type { Draft } from "./draft.ts";
import type { DraftsParts } from "./drafts-parts.ts";
import { readDraft } from "./read-draft.ts";

/** A change of a draft that its owner may still edit. */
interface AssessedChange {
  readonly id: string;
  /** Version that the author has read; undefined for no check. */
  readonly seen: number | undefined;
  /** The specification after the change. */
  readonly dataOf: (draft: DraftDocument) => DraftData;
  /** Writes the change, in the transaction in which the draft still has the version that was assessed. */
  readonly commit: (
    unit: UnitOfWork,
    found: Versioned<DraftDocument>,
    next: { readonly data: DraftData; readonly assessment: Assessment },
  ) => Promise<Draft>;
}

const EDITABLE: readonly DraftStatus[] = ["draft", "changes_requested"];

/**
 * Applies a change whose assessment is computed before the transaction. When the draft has a new version by then, the
 * assessment is computed again, so that stored data and stored assessment always belong together.
 *
 * @throws CurationError NOT_FOUND, FORBIDDEN, STATE_CONFLICT, VERSION_MISMATCH, and what `dataOf` and `commit` throw
 */
export async function changeAssessed(
  parts: Pick<DraftsParts, "store" | "ledger" | "moves" | "assessor">,
  actor: Actor,
  { id, seen, dataOf, commit }: AssessedChange,
): Promise<Draft> {
  const { ledger, moves, assessor } = parts;
  for (;;) {
    const before = await readDraft(parts, actor, id);
    requireOwner(before, actor);
    requireVersion(before, seen);
    requireStatus(before, EDITABLE);
    const data = dataOf(before);
    const assessment = await assessor.assess(data);
    const done = await ledger.run(async (unit) => {
      const found = await moves.read(unit, actor, id);
      if (found.value.version !== before.version) return undefined;
      requireStatus(found.value, EDITABLE);
      return await commit(unit, found, { data, assessment });
    });
    if (done !== undefined) return done;
  }
}
