/** A form with one button; what was wrong as a whole stands below it, the rest beside its field. */

import type { ComponentChildren } from "preact";

import type { Action } from "./action.ts";
import { Notice } from "./notice.tsx";

interface FormProps {
  readonly action: Action<void, unknown>;
  /** Fields that show their own fault. */
  readonly fields?: readonly string[];
  /** Word on the button, and the word while the work is under way. */
  readonly words: readonly [string, string];
  readonly isReady?: boolean;
  /** Called by a second button that leaves the form. Default: there is none. */
  readonly onBack?: () => void;
  readonly children: ComponentChildren;
}

export function Form({ action, fields = [], words, isReady = true, onBack, children }: FormProps) {
  const isBeside = action.field !== undefined && fields.includes(action.field);
  const submit = (
    <button type="submit" disabled={action.busy || !isReady}>
      {action.busy ? words[1] : words[0]}
    </button>
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void action.run();
      }}
    >
      {children}
      {onBack === undefined ? (
        submit
      ) : (
        <div class="buttons">
          {submit}
          <button type="button" class="second" onClick={onBack}>
            Back
          </button>
        </div>
      )}
      {action.problem !== undefined && !isBeside && <Notice kind="poor">{action.problem}</Notice>}
    </form>
  );
}
