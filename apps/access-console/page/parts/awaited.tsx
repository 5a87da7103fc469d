/** Stands where one thing is shown until it is known: it is being loaded, or why it is not there. */

import { formatPlace, Notice, type Loaded } from "@bourse/ui";

interface AwaitedProps {
  readonly one: Pick<Loaded<unknown>, "value" | "problem">;
  /** Page with all things of its kind. */
  readonly page: string;
  /** Words of the link to that page. */
  readonly all: string;
}

export function Awaited({ one, page, all }: AwaitedProps) {
  const problem = one.problem.value;
  return (
    <>
      {problem && (
        <Notice kind="poor">
          {problem} <a href={formatPlace([page])}>{all}</a>
        </Notice>
      )}
      {one.value.value === undefined && problem === undefined && <p class="hint">Loading…</p>}
    </>
  );
}
