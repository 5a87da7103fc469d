/** A line in the place of what the node was asked for and has not answered yet. */

import type { Loaded } from "@bourse/ui";
import type { ComponentChildren } from "preact";

interface ReadingProps {
  readonly of: readonly Pick<Loaded<unknown>, "value" | "problem">[];
  /** Shown once each of them has its answer or its problem. */
  readonly children?: ComponentChildren;
}

/** The cards after it are unseen meanwhile, so that nothing moves when the answers are there. */
export function Reading({ of, children }: ReadingProps) {
  const isKnown = of.every(
    ({ value, problem }) => value.value !== undefined || problem.value !== undefined,
  );
  return isKnown ? <>{children}</> : <p class="hint reading">Asking the node…</p>;
}
