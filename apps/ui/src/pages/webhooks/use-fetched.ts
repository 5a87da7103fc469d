/** A value that is fetched when it is shown, and again when the server is back or `since` changes. */

import { useEffect, useMemo, useRef } from "preact/hooks";

import { returns } from "../../model/connection.ts";
import { loaded, paged, type Loaded, type Paged } from "../../model/loaded.ts";

/** `identity` names what is fetched: another one is another value. */
export function useFetched<Value>(
  identity: string,
  fetchValue: () => Promise<Value>,
  since: number | string | undefined,
): Loaded<Value> {
  const latest = useRef(fetchValue);
  latest.current = fetchValue;
  return useFetching(identity, () => loaded(() => latest.current()), since);
}

/** Fetches a list likewise, `rowsAPage` rows and as many more with each step. */
export function useFetchedRows<Row>(
  identity: string,
  fetchRows: (count: number) => Promise<readonly Row[]>,
  { since, rowsAPage }: { readonly since: number | string | undefined; readonly rowsAPage: number },
): Paged<readonly Row[]> {
  const latest = useRef(fetchRows);
  latest.current = fetchRows;
  return useFetching(identity, () => paged((count) => latest.current(count), rowsAPage), since);
}

function useFetching<List extends Pick<Loaded<unknown>, "refresh">>(
  identity: string,
  create: () => List,
  since: number | string | undefined,
): List {
  const list = useMemo(create, [identity]);
  useEffect(() => void list.refresh(), [list, since, returns.value]);
  return list;
}
