/**
 * A table of up to 400,000 rows of one height, of which only those in sight are drawn. Browsers draw no element higher
 * than some 17 million pixels, hence the bound.
 */

import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

import { useCommands, type Command } from "../model/commands.ts";
import { useChosenInSight, useRowHeight, useScrollView } from "./scroll-view.ts";
import { windowOf } from "./virtual-rows.ts";

export interface Column {
  readonly head: string;
  readonly isNumber?: boolean;
  /** Width in rem. Default 8. */
  readonly width?: number;
  readonly cell: (index: number) => ComponentChildren;
}

interface VirtualTableProps {
  readonly label: string;
  readonly columns: readonly Column[];
  readonly count: number;
  /** Row that is chosen; undefined for none. */
  readonly chosen?: number | undefined;
  /** With it rows can be chosen: by click, arrows, Page Up and Down, Home, End, and j and k from anywhere. */
  readonly onChoose?: (index: number) => void;
  /** Called for Enter and a double click on a row. */
  readonly onOpen?: (index: number) => void;
  readonly empty: ComponentChildren;
}

const MOST_ROWS = 400_000;
const WIDTH_REM = 8;

export function VirtualTable(props: VirtualTableProps) {
  const { label, columns, chosen, onChoose, onOpen, empty } = props;
  const count = Math.min(props.count, MOST_ROWS);
  const id = useId();
  const rowHeight = useRowHeight();
  const { box, view, look } = useScrollView(count === 0);
  useChosenInSight(box, chosen, rowHeight);
  const at = chosen ?? -1;
  const choose = (index: number): void => {
    if (count > 0) onChoose?.(Math.max(0, Math.min(count - 1, index)));
  };
  useCommands(onChoose === undefined ? [] : stepCommands(label, at, choose));
  const onKeyDown = (event: KeyboardEvent): void => {
    const page = Math.max(1, Math.floor(view.height / rowHeight) - 2);
    const target = targetOf(event.key, at, page, count - 1);
    if (target !== undefined) choose(target);
    else if (event.key === "Enter" && at >= 0) onOpen?.(at);
    else return;
    event.preventDefault();
  };
  if (count === 0) return <>{empty}</>;
  const { first, end } = windowOf(count, rowHeight, view.top, view.height);
  const isGrid = onChoose !== undefined;
  const width = columns.reduce((sum, column) => sum + (column.width ?? WIDTH_REM), 0);
  return (
    <div
      class="scroll virtual"
      role="region"
      aria-label={label}
      ref={box}
      tabIndex={isGrid ? undefined : 0}
      onScroll={look}
    >
      <table
        role={isGrid ? "grid" : undefined}
        aria-label={isGrid ? label : undefined}
        aria-rowcount={count + 1}
        aria-activedescendant={isGrid && at >= first && at < end ? `${id}-${at}` : undefined}
        tabIndex={isGrid ? 0 : undefined}
        onKeyDown={isGrid ? onKeyDown : undefined}
        style={{ minWidth: `${width}rem` }}
      >
        <colgroup>
          {columns.map((column) => (
            <col key={column.head} style={{ width: `${column.width ?? WIDTH_REM}rem` }} />
          ))}
        </colgroup>
        <Head columns={columns} />
        <tbody>
          <Gap rows={first} rowHeight={rowHeight} />
          {Array.from({ length: end - first }, (_, offset) => first + offset).map((index) => (
            <tr
              key={index}
              id={`${id}-${index}`}
              aria-rowindex={index + 2}
              aria-selected={isGrid ? index === at : undefined}
              style={{ height: `${rowHeight}px` }}
              onClick={isGrid ? () => choose(index) : undefined}
              onDblClick={onOpen && (() => onOpen(index))}
            >
              {columns.map(({ head, isNumber, cell }) => (
                <td key={head} class={isNumber === true ? "number" : undefined}>
                  {cell(index)}
                </td>
              ))}
            </tr>
          ))}
          <Gap rows={count - end} rowHeight={rowHeight} />
        </tbody>
      </table>
    </div>
  );
}

function stepCommands(
  label: string,
  at: number,
  choose: (index: number) => void,
): readonly Command[] {
  const step = { group: label, isKeyOnly: true };
  return [
    { ...step, label: "Next row", keys: "j", run: () => choose(at + 1) },
    { ...step, label: "Row before", keys: "k", run: () => choose(Math.max(0, at - 1)) },
  ];
}

/** The row that a key goes to; undefined for a key that goes nowhere. */
function targetOf(key: string, at: number, page: number, last: number): number | undefined {
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: last,
  };
  return targets[key];
}

function Head({ columns }: Pick<VirtualTableProps, "columns">) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map(({ head, isNumber }) => (
          <th scope="col" key={head} class={isNumber === true ? "number" : undefined}>
            {head}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function Gap({ rows, rowHeight }: { readonly rows: number; readonly rowHeight: number }) {
  if (rows <= 0) return null;
  return <tr aria-hidden="true" class="gap" style={{ height: `${rows * rowHeight}px` }} />;
}
