/** The rows of a list; in their place what is known: that they are being read, why not, or that there is none. */

import { Notice, ReadingHint, Rows } from "@bourse/ui";
import type { ComponentChildren } from "preact";

interface ListedProps<Item> {
  readonly list: {
    readonly value: { readonly items: readonly Item[] } | undefined;
    readonly problem: string | undefined;
    readonly stale: boolean;
  };
  /** Shown where the server has told that there is no row. */
  readonly none: ComponentChildren;
  readonly row: (item: Item) => ComponentChildren;
}

export function Listed<Item>({ list, none, row }: ListedProps<Item>) {
  const { value, problem, stale } = list;
  return (
    <>
      {problem !== undefined && <Notice kind="poor">{problem}</Notice>}
      {value === undefined && problem === undefined && <ReadingHint>Loading…</ReadingHint>}
      {value?.items.length === 0 && none}
      <Rows isStale={stale}>{value?.items.map(row)}</Rows>
    </>
  );
}
