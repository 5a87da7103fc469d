/** The decisions that are sent in a moment, counted down, and the way back. */

import { clockOffset, Keys } from "@bourse/ui";

import type { Held } from "../../model/decisions.ts";
import { now } from "../../model/time.ts";

interface HeldDecisionsProps {
  readonly held: readonly Held[];
  readonly onUndo: () => void;
}

const DOING = {
  approve: "Approving",
  reject: "Rejecting",
  "request changes": "Asking for changes",
};

export function HeldDecisions({ held, onUndo }: HeldDecisionsProps) {
  const last = held.at(-1);
  return (
    <div class="toasts held" role="status">
      {last !== undefined && (
        <div class="toast fair">
          <span>
            {DOING[last.decision.kind]} “{last.draft.draft_data.question_text}”{" "}
            {last.sendAt === undefined
              ? "…"
              : `in ${Math.max(0, Math.ceil((last.sendAt - now.value + clockOffset.value) / 1000))} s`}
            {held.length > 1 && ` and ${held.length - 1} more`}
          </span>
          <button type="button" class="second small" onClick={onUndo}>
            Take back <Keys keys="u" />
          </button>
        </div>
      )}
    </div>
  );
}
