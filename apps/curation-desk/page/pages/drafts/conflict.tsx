/** The choice when the draft was saved elsewhere while it was edited here: nothing is overwritten unseen. */

import type { DraftDataPatch, DraftDetail } from "@bourse/contract/curation";
import { Notice, spaced } from "@bourse/ui";

interface ConflictProps {
  /** The fields that were changed here. */
  readonly mine: DraftDataPatch;
  readonly theirs: DraftDetail;
  readonly onKeep: () => void;
  readonly onTake: (theirs: DraftDetail) => void;
}

export function Conflict({ mine, theirs, onKeep, onTake }: ConflictProps) {
  const fields = Object.keys(mine).map(spaced).join(", ");
  return (
    <div class="card" role="alert">
      <Notice kind="fair">
        This draft was saved elsewhere as version {theirs.version} while you were editing. Nothing
        of yours was saved yet. You changed: {fields === "" ? "only the answer" : fields}.
      </Notice>
      <div class="buttons spaced">
        <button type="button" onClick={onKeep}>
          Save my fields on top of version {theirs.version}
        </button>
        <button type="button" class="second" onClick={() => onTake(theirs)}>
          Drop mine and take version {theirs.version}
        </button>
      </div>
    </div>
  );
}
