/** A table that scrolls by itself on a narrow page and can be reached by keyboard. */

import type { ComponentChildren } from "preact";

interface TableProps {
  readonly label: string;
  /** Heads of the columns; empty for one of buttons. */
  readonly head: readonly string[];
  /** Columns with numbers, which are aligned to the right. */
  readonly numbers?: readonly string[];
  /** `<tr>` elements. */
  readonly children: ComponentChildren;
  /** Shown instead of an empty table. */
  readonly empty: string;
  readonly count: number;
}

export function Table({ label, head, numbers = [], children, empty, count }: TableProps) {
  if (count === 0) return <p class="hint">{empty}</p>;
  return (
    // A region that scrolls must be reachable by keyboard.
    <div class="scroll" role="region" aria-label={label} tabIndex={0}>
      <table>
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
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
