/**
 * A table whose rows are chosen and opened by j, k and Enter. On a narrow page each row becomes lines of a column's
 * name and its value; where it is still too wide it scrolls by itself and can be reached by keyboard.
 */

import type { ComponentChildren, RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

import { untilKnown } from "../model/until-known.ts";
import { useRowKeys } from "./row-keys.ts";

interface TableProps {
  readonly label: string;
  /** Heads of the columns; empty for one of buttons. */
  readonly head: readonly string[];
  /** Columns with numbers, which are aligned to the right. */
  readonly numbers?: readonly string[];
  /** `<tr>` elements. The first link of one, or what has `data-open`, is what Enter opens. */
  readonly children: ComponentChildren;
  /** Shown instead of an empty table. */
  readonly empty: string;
  /** Number of the rows; undefined until it is known. */
  readonly count: number | undefined;
  /** Shown until the number is known. Default "Loading…". */
  readonly waiting?: string;
  /** Reason why the rows could not be read the last time: nothing is known of them then. */
  readonly problem?: string | undefined;
}

export function Table(props: TableProps) {
  const { count, empty, waiting = "Loading…", problem } = props;
  if (count === undefined) return <p class="hint">{untilKnown(problem, waiting)}</p>;
  if (count === 0) return <p class="hint">{empty}</p>;
  return <FilledTable {...props} />;
}

function FilledTable({ label, head, numbers = [], children }: TableProps) {
  const rows = useRef<HTMLTableSectionElement>(null);
  useRowKeys();
  useNames(rows, head);
  return (
    // A region that scrolls must be reachable by keyboard.
    <div class="scroll" role="region" aria-label={label} tabIndex={0}>
      <table class="stacked">
        <thead>
          <tr>
            {head.map((name) =>
              name === "" ? (
                <td key={name} />
              ) : (
                <th scope="col" key={name} class={numbers.includes(name) ? "number" : undefined}>
                  {name}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody ref={rows} data-rows>
          {children}
        </tbody>
      </table>
    </div>
  );
}

/** Gives each cell the name of its column, which a narrow page shows before it. */
function useNames(rows: RefObject<HTMLTableSectionElement | null>, head: readonly string[]): void {
  useLayoutEffect(() => {
    for (const row of rows.current?.rows ?? []) {
      for (const [at, cell] of [...row.cells].entries()) cell.dataset["name"] = head[at] ?? "";
    }
  });
}
