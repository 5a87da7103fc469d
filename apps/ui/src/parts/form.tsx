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
  readonly children: ComponentChildren;
}

export function Form({ action, fields = [], words, isReady = true, children }: FormProps) {
  const isBeside = action.field !== undefined && fields.includes(action.field);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void action.run();
      }}
    >
      {children}
      <button type="submit" disabled={action.busy || !isReady}>
        {action.busy ? words[1] : words[0]}
      </button>
      {action.problem !== undefined && !isBeside && <Notice kind="poor">{action.problem}</Notice>}
    </form>
  );
}
