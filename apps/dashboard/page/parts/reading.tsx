/** A line in the place of what the node was asked for and has not answered yet, or could not be read. */

import { ReadingHint, type Loaded } from "@bourse/ui";
import type { ComponentChildren } from "preact";

interface ReadingProps {
  readonly of: readonly Pick<Loaded<unknown>, "value" | "problem">[];
  /** Shown once each of them has its answer: what is not known is never shown as empty. */
  readonly children?: ComponentChildren;
}

/** The cards after it are unseen meanwhile, so that nothing moves when the answers are there. */
export function Reading({ of, children }: ReadingProps) {
  const missing = of.filter(({ value }) => value.value === undefined);
  if (missing.length === 0) return <>{children}</>;
  const isFailed = missing.every(({ problem }) => problem.value !== undefined);
  return isFailed ? (
    <p class="hint">Not read: the node has not told this.</p>
  ) : (
    <ReadingHint>Asking the node…</ReadingHint>
  );
}
