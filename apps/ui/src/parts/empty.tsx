/** A place without anything in it yet: what would be here, and how the first one comes about. */

import type { ComponentChildren } from "preact";

interface EmptyProps {
  readonly title: string;
  readonly children?: ComponentChildren;
  /** The button or link that makes the first one. */
  readonly action?: ComponentChildren;
}

export function Empty({ title, children, action }: EmptyProps) {
  return (
    <div class="empty">
      <p class="strong">{title}</p>
      {children !== undefined && <p class="hint">{children}</p>}
      {action}
    </div>
  );
}
