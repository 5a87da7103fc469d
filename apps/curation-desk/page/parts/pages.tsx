/** The foot of a list that is read page by page: the place in it is in the address. */

import { formatPlace, place } from "@bourse/ui";

interface PagesProps {
  readonly next: string | undefined;
  /** Number of items on all pages, when the server tells it. */
  readonly total?: number | undefined;
}

export function Pages({ next, total }: PagesProps) {
  const { page, rest, query } = place.value;
  const at = (cursor: string | undefined): string =>
    formatPlace([page, ...rest], { ...query, cursor });
  const isFirst = query["cursor"] === undefined;
  if (isFirst && next === undefined && total === undefined) return null;
  return (
    <div class="pages">
      {total !== undefined && <span class="hint">{total} in all</span>}
      {!isFirst && (
        <a class="button second" href={at(undefined)}>
          First page
        </a>
      )}
      {next !== undefined && (
        <a class="button second" href={at(next)}>
          Next page
        </a>
      )}
    </div>
  );
}
