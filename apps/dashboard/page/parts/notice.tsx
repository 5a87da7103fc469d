/** What came of something, said where it happened and to those who hear the page. */

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
