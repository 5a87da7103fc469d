/** Outcome of an action, shown where it happened and announced to screen readers. */

import type { ComponentChildren } from "preact";

interface NoticeProps {
  readonly kind: "good" | "poor" | "fair";
  readonly children: ComponentChildren;
}

export function Notice({ kind, children }: NoticeProps) {
  return (
    <p class={`notice ${kind}`} role={kind === "poor" ? "alert" : "status"}>
      {children}
    </p>
  );
}
