/** A list whose rows are chosen and opened by j, k and Enter. */

import type { ComponentChildren } from "preact";

import { useRowKeys } from "./row-keys.ts";

interface RowsProps {
  /** True while the rows are older than what they were asked for. Default false. */
  readonly isStale?: boolean;
  /** `<li>` elements. The first link of one, or what has `data-open`, is what Enter opens. */
  readonly children: ComponentChildren;
}

export function Rows({ isStale = false, children }: RowsProps) {
  useRowKeys();
  return (
    <ul class={isStale ? "plain list stale" : "plain list"} data-rows>
      {children}
    </ul>
  );
}
