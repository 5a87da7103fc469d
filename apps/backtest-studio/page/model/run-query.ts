/** The query of the list of runs, as the address has it. */

import type { ListJobsInput } from "@bourse/client/backtest";
import type { JobSort } from "@bourse/contract/backtest";

export type RunQuery = NonNullable<ListJobsInput["query"]>;

/** The query that the address asks for. */
export function queryOf({
  q,
  status,
  kind,
  strategy,
  symbol,
  tag,
  sort,
}: Readonly<Record<string, string>>): RunQuery {
  const query = { q: q?.trim(), status, job_type: kind, strategy, symbol, tag, sort };
  const asked = Object.entries(query).filter(([, text]) => text !== undefined && text !== "");
  const { tag: tags, ...rest } = Object.fromEntries(asked) as Readonly<Record<string, string>>;
  // What the address says otherwise is refused by the server, in its own words.
  return { ...rest, ...(tags !== undefined && { tag: tags.split(",") }) } as RunQuery;
}

/** The order behind the present one where a column is chosen: its better end first, then the other, then none. */
export function nextSort(sort: string, first: JobSort): JobSort | undefined {
  const second = (first.startsWith("-") ? first.slice(1) : `-${first}`) as JobSort;
  if (sort === first) return second;
  return sort === second ? undefined : first;
}
