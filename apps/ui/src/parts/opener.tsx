/** The name of a row, which opens it: what Enter on the row presses. */

import type { ComponentChildren } from "preact";

interface OpenerProps {
  readonly onOpen: () => void;
  readonly children: ComponentChildren;
}

export function Opener({ onOpen, children }: OpenerProps) {
  return (
    <button type="button" class="link opener" data-open onClick={onOpen}>
      {children}
    </button>
  );
}
