/** A labelled input with its hint and its fault, tied together for those who hear the page. */

import type { ComponentChildren, JSX } from "preact";
import { useId } from "preact/hooks";

interface FieldProps {
  readonly label: string;
  /** True where what is filled in says what it is: the label is then for those who hear the page. */
  readonly hidesLabel?: boolean | undefined;
  readonly hint?: ComponentChildren;
  readonly fault?: string | undefined;
  /** Given the attributes that tie the input to its label. */
  readonly children: (ties: Ties) => JSX.Element;
}

interface Ties {
  readonly id: string;
  readonly "aria-describedby": string;
  readonly "aria-invalid": boolean;
}

export function Field({ label, hidesLabel = false, hint, fault, children }: FieldProps) {
  const id = useId();
  const ties: Ties = {
    id,
    "aria-describedby": `${id}-hint ${id}-fault`,
    "aria-invalid": fault !== undefined,
  };
  return (
    <div class="field">
      <label for={id} class={hidesLabel ? "unseen" : undefined}>
        {label}
      </label>
      {children(ties)}
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
      <p class="fault" id={`${id}-fault`} role="alert">
        {fault}
      </p>
    </div>
  );
}
